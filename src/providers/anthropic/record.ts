/**
 * Anthropic, by its Messages API.
 */
import { wellKnownAddress } from "../Address.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

const constructors = {
  /** A model of Anthropic's. Needed only if the name does not start with `claude-`. */
  anthropic: (model: string): ModelChoice => ({ model, provider: { kind: "anthropic" } })
}

export const anthropic: ProviderRecord<typeof constructors> = {
  kind: "anthropic",
  fields: {},
  constructors,
  example: (model) => `Model.anthropic("${model}")`,
  modelNames: { pattern: /^claude-/, example: "claude-..." },
  sdk: "@anthropic-ai/sdk",
  keyShape: { rule: "anthropic_key", starts: ["sk-ant-"], pattern: /sk-ant-[\w-]{16,}/y },
  address: wellKnownAddress("Anthropic", "ANTHROPIC", "https://api.anthropic.com"),
  ask: () => import("./ask.ts")
}
