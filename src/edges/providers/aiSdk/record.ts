/**
 * Any language model of the AI SDK: Gemini, Bedrock, Azure, Vertex, Mistral, Groq and the rest. The suite makes it, with the packages and
 * the keys of its own; passhat knows its interfaces, and depends on none of them.
 */
import type { Needs } from "../../../base/domain/plan/Needs.ts"
import { isObject, type JsonObject } from "../../../base/std/Json.ts"
import {
  type Headers,
  headers,
  label,
  object,
  oneOf,
  seed,
  type SharedOptions,
  text,
  type ToolChoice,
  toolChoice,
  topP
} from "../options.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

/** The compiler and the plan say the same. */
const LANGUAGE_MODEL =
  "a language model of the AI SDK, with specificationVersion v3 or v4, provider, modelId and doGenerate"

/** A language model of the AI SDK, as far as passhat uses it. */
export interface LanguageModel {
  readonly specificationVersion: "v3" | "v4"
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<{ readonly content: ReadonlyArray<unknown> }>
}

const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const

export interface AiSdkOptions<Model = LanguageModel> extends SharedOptions {
  /** Models of version 4 take it. Those of version 3 take it under `providerOptions`, in words of their own. */
  readonly reasoningEffort?: Model extends { readonly specificationVersion: "v4" } ? (typeof efforts)[number] : never
  readonly toolChoice?: ToolChoice
  readonly topP?: number
  readonly seed?: number
  readonly headers?: Headers
  /** Options of the provider, by its name: thinking budgets, caching and the like. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject }
}

const constructors = {
  /**
   * Any language model of the AI SDK, of the interfaces v3 and v4. A replay does not ask it.
   *
   * ```ts
   * const gemini = {
   *   specificationVersion: "v4" as const,
   *   provider: "google.generative-ai",
   *   modelId: "gemini-3-pro",
   *   doGenerate: async () => ({ content: [] })
   * }
   * agent("asks", { model: Model.aiSdk(gemini), servers: [weather], prompt: "What is the weather in Rome?" })
   * ```
   */
  aiSdk: <const Model>(
    model: Model & (Model extends LanguageModel ? unknown : Needs<typeof LANGUAGE_MODEL>),
    options: AiSdkOptions<Model> = {}
  ): ModelChoice => {
    const { modelId, provider } = isLanguageModel(model) ? model : { modelId: "", provider: "" }
    return {
      model: modelId,
      provider: { kind: "ai_sdk", provider },
      options: { ...options, provider },
      answers: model
    }
  }
}

export const aiSdk: ProviderRecord<typeof constructors> = {
  kind: "ai_sdk",
  fields: { provider: "required" },
  options: {
    label,
    provider: text("provider"),
    reasoningEffort: oneOf("reasoning_effort", efforts),
    toolChoice,
    topP,
    seed,
    headers,
    providerOptions: object("provider_options")
  },
  problem: ({ answers, options }) => {
    if (!isLanguageModel(answers)) {
      return {
        what: `Model.aiSdk needs ${LANGUAGE_MODEL}`,
        hint: 'Give it what a package of the AI SDK makes: Model.aiSdk(google("gemini-3-pro")).'
      }
    }
    return answers.specificationVersion === "v3" && options?.reasoningEffort !== undefined
      ? {
          what: "reasoningEffort is set, and a model of the AI SDK of version 3 does not take it",
          hint: "Set it in the words of its provider: providerOptions."
        }
      : undefined
  },
  constructors,
  example: () => "Model.aiSdk(...)",
  address: ({ provider = "" }) => ({
    name: provider,
    url: "",
    key: undefined,
    keyName: undefined,
    keyHint: "Check the key that the model was made with.",
    urlName: "the address that the model was made with",
    lacksKey: false
  }),
  ask: () => import("./ask.ts")
}

/** Models of pictures and films have `doGenerate` too. */
export const isLanguageModel = (value: unknown): value is LanguageModel =>
  (isObject(value) || typeof value === "function") &&
  hasMembersOf(value as Readonly<Record<string, unknown>>) &&
  !("maxImagesPerCall" in value) &&
  !("maxVideosPerCall" in value)

const hasMembersOf = ({ doGenerate, modelId, provider, specificationVersion }: Readonly<Record<string, unknown>>) =>
  (specificationVersion === "v3" || specificationVersion === "v4") &&
  typeof provider === "string" &&
  typeof modelId === "string" &&
  modelId !== "" &&
  typeof doGenerate === "function"
