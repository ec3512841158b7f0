/**
 * OpenAI, by its Responses API.
 */
import { wellKnownAddress } from "../Address.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

const constructors = {
  /** A model of OpenAI's. Needed only if the name does not start as OpenAI's names do: `gpt-`, `o3`. */
  openai: (model: string): ModelChoice => ({ model, provider: { kind: "openai" } })
}

export const openai: ProviderRecord<typeof constructors> = {
  kind: "openai",
  fields: {},
  constructors,
  example: (model) => `Model.openai("${model}")`,
  modelNames: { pattern: /^(?:gpt-|chatgpt-|codex-|o\d)/, example: "gpt-..." },
  sdk: "openai",
  keyShape: { rule: "openai_key", starts: ["sk-"], pattern: /(?<![A-Za-z0-9])sk-(?=[A-Za-z_-]{0,64}\d)[\w-]{20,}/y },
  address: wellKnownAddress("OpenAI", "OPENAI", "https://api.openai.com/v1"),
  ask: () => import("./ask.ts")
}
