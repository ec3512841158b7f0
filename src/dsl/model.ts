/**
 * Models whose provider the suite names, for model names that do not tell it.
 */
import type * as list from "../providers/list.ts"
import { providers } from "../providers/providers.ts"
import type { ModelChoice } from "../providers/ProviderRecord.ts"

export type { OpenaiCompatible } from "../providers/openaiCompatible/record.ts"
export type { ModelChoice }

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

export const modelChoice = (model: string | ModelChoice): ModelChoice => (typeof model === "string" ? { model } : model)
