/**
 * OpenAI, by its Responses API.
 */
import type { JsonObject } from "../../../base/std/Json.ts"
import { wellKnownAddress } from "../Address.ts"
import {
  type Headers,
  headers,
  label,
  object,
  oneOf,
  type SharedOptions,
  text,
  type ToolChoice,
  toolChoice,
  topP
} from "../options.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const

export interface OpenaiOptions extends SharedOptions {
  readonly reasoningEffort?: (typeof efforts)[number]
  readonly toolChoice?: ToolChoice
  readonly topP?: number
  /** Requests with the same key share OpenAI's cache. */
  readonly cacheKey?: string
  readonly headers?: Headers
  /** Added to the body of each request. */
  readonly body?: JsonObject
}

const constructors = {
  /** A model of OpenAI's. Needed for options, or if the name does not start as OpenAI's names do: `gpt-`, `o3`. */
  openai: (model: string, options?: OpenaiOptions): ModelChoice => ({
    model,
    provider: { kind: "openai" },
    ...(options !== undefined && { options: { ...options } })
  })
}

export const openai: ProviderRecord<typeof constructors> = {
  kind: "openai",
  fields: {},
  options: {
    label,
    reasoningEffort: oneOf("reasoning_effort", efforts),
    toolChoice,
    topP,
    cacheKey: text("cache_key"),
    headers,
    body: object("body")
  },
  constructors,
  example: (model) => `Model.openai("${model}")`,
  modelNames: { pattern: /^(?:gpt-|chatgpt-|codex-|o\d)/, example: "gpt-..." },
  sdk: "openai",
  keyShape: { rule: "openai_key", starts: ["sk-"], pattern: /(?<![A-Za-z0-9])sk-(?=[A-Za-z_-]{0,64}\d)[\w-]{20,}/y },
  address: wellKnownAddress("OpenAI", "OPENAI", "https://api.openai.com/v1"),
  ownClients: { suffix: "/v1", otherKeys: [] },
  ask: () => import("./ask.ts")
}
