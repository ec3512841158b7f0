/**
 * Anthropic, by its Messages API.
 */
import type { JsonObject } from "../../../base/std/Json.ts"
import { wellKnownAddress } from "../Address.ts"
import {
  flag,
  type Headers,
  headers,
  label,
  object,
  oneOf,
  type SharedOptions,
  thinking,
  type ToolChoice,
  toolChoice,
  topP
} from "../options.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

const efforts = ["low", "medium", "high", "xhigh", "max"] as const

export interface AnthropicOptions extends SharedOptions {
  /** The most tokens that the model may think, less than the agent's `maxTokens`. */
  readonly thinking?: number
  readonly reasoningEffort?: (typeof efforts)[number]
  readonly toolChoice?: ToolChoice
  readonly topP?: number
  /** Whether the conversation so far is kept in Anthropic's cache from one turn to the next. */
  readonly cache?: boolean
  readonly headers?: Headers
  /** Added to the body of each request. */
  readonly body?: JsonObject
}

const constructors = {
  /** A model of Anthropic's. Needed for options, or if the name does not start with `claude-`. */
  anthropic: (model: string, options?: AnthropicOptions): ModelChoice => ({
    model,
    provider: { kind: "anthropic" },
    ...(options !== undefined && { options: { ...options } })
  })
}

export const anthropic: ProviderRecord<typeof constructors> = {
  kind: "anthropic",
  fields: {},
  options: {
    label,
    thinking,
    reasoningEffort: oneOf("reasoning_effort", efforts),
    toolChoice,
    topP,
    cache: flag("cache"),
    headers,
    body: object("body")
  },
  constructors,
  example: (model) => `Model.anthropic("${model}")`,
  modelNames: { pattern: /^claude-/, example: "claude-..." },
  sdk: "@anthropic-ai/sdk",
  keyShape: { rule: "anthropic_key", starts: ["sk-ant-"], pattern: /sk-ant-[\w-]{16,}/y },
  address: wellKnownAddress("Anthropic", "ANTHROPIC", "https://api.anthropic.com"),
  ownClients: { suffix: "", otherKeys: ["ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"] },
  ask: () => import("./ask.ts")
}
