/**
 * Models whose provider the suite names, for model names that do not tell it.
 */
import type * as list from "../../edges/providers/list.ts"
import { providers } from "../../edges/providers/providers.ts"
import { type ModelChoice, shownModel } from "../../edges/providers/ProviderRecord.ts"
import { anything, fields, membersOf, optional, text } from "../../base/std/kinds.ts"

export type { AiSdkOptions, LanguageModel } from "../../edges/providers/aiSdk/record.ts"
export type { AnthropicOptions } from "../../edges/providers/anthropic/record.ts"
export type {
  CustomAnswer,
  CustomAsk,
  CustomCall,
  CustomMessage,
  CustomOptions,
  CustomRequest,
  CustomResult
} from "../../edges/providers/custom/record.ts"
export type { OpenaiOptions } from "../../edges/providers/openai/record.ts"
export type { OpenaiCompatible } from "../../edges/providers/openaiCompatible/record.ts"
export { type ModelChoice, shownModel }

/**
 * Names the provider of a model whose name does not tell it. Every provider's record adds a function.
 *
 * ```ts
 * agent("asks", { model: Model.anthropic("my-tuned-model"), servers: [weather], prompt: "What is the weather in Rome?" })
 * ```
 */
export const Model: Models = Object.assign({}, ...providers.map(({ constructors }) => constructors))

type Models = Joined<(typeof list)[keyof typeof list]["constructors"]>

/** The intersection of the members of a union. */
type Joined<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** A choice without a name for what is none: the plan refuses it. */
export const modelChoice = (model: unknown): ModelChoice =>
  typeof model === "string" ? { model } : choice(model, "").length === 0 ? (model as ModelChoice) : { model: "" }

const choice = fields({ model: text, provider: optional(membersOf(anything)) })
