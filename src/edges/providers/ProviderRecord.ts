/**
 * Everything that passhat knows about one provider of models. Each provider has one record, in `<name>/record.ts`.
 *
 * A record is data that a suite loads, so it imports nothing of effect and no SDK. `ask` loads the rest.
 */
import type { Provider } from "../../base/domain/plan/Plan.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { Address } from "./Address.ts"
import type { GivenOptions, Headers, OptionRules } from "./options.ts"
import type { Ask } from "./wire/Ask.ts"

export interface ProviderRecord<Constructors = { readonly [name: string]: (...args: never) => ModelChoice }> {
  /** `provider.kind` in a plan. */
  readonly kind: string
  /** The other fields of `provider` in a plan. */
  readonly fields: { readonly [name: string]: "required" | "optional" }
  /** The options of one model that the provider knows. */
  readonly options: OptionRules
  /** What is wrong with a model that only its value tells, as a sentence and a hint. */
  readonly problem?: (choice: ModelChoice) => ModelProblem | undefined
  /** What the provider adds to the public `Model`, by name. */
  readonly constructors: Constructors
  /** The call of `Model` that hints recommend for a model. */
  readonly example: (model: string) => string
  /** The model names that belong to this provider alone, so that a suite needs no `Model`. */
  readonly modelNames?: { readonly pattern: RegExp; readonly example: string }
  /** The npm package that `ask` loads, an optional peer dependency. */
  readonly sdk?: string
  /** How keys of this provider look, for the redaction of recordings. */
  readonly keyShape?: KeyShape
  readonly address: (provider: Provider, environment: Environment) => Address
  /** How clients of its API that an agent brings along are given another address. */
  readonly ownClients?: OwnClients
  /** Loads the code that sends requests. Only a live run calls it. */
  readonly ask: () => Promise<{ readonly ask: Ask }>
}

export interface KeyShape {
  /** What is put in the place of a key says this name. */
  readonly rule: string
  /** The words that a key begins with. The pattern is tried where one of them is. */
  readonly starts: ReadonlyArray<string>
  /** Sticky. */
  readonly pattern: RegExp
}

export interface OwnClients {
  /** What the address ends in that they expect, as the default address does. */
  readonly suffix: string
  /** Variables with keys that they read, beside the one of `address`. */
  readonly otherKeys: ReadonlyArray<string>
}

export interface ModelProblem {
  readonly what: string
  readonly hint: string
}

/** A model and its provider, as a suite chooses it. */
export interface ModelChoice {
  readonly model: string
  /** Found by the model's name if undefined. */
  readonly provider?: Provider
  /** As the provider's function of `Model` takes them. */
  readonly options?: GivenOptions
  /** What answers in this process: a language model, or a function. */
  readonly answers?: unknown
}

/** What a suite carries for a model beside the plan. */
export interface ModelCode {
  readonly headers?: Headers
  readonly answers?: unknown
}

/** The name of a model that is not the only one of its name: with its label. */
export const shownModel = ({ model, options }: ModelChoice): string =>
  typeof options?.label === "string" ? `${model} (${options.label})` : model
