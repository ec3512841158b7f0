/**
 * A model that a function of the suite answers for: a model that no provider here knows, or a program in the place of one.
 */
import type { SentImage } from "../../../base/domain/plan/Image.ts"
import type { Json, JsonObject } from "../../../base/std/Json.ts"
import { label, type SharedOptions, text } from "../options.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

/** What the model is asked. */
export interface CustomRequest {
  /** As `Model.custom` was given it. */
  readonly model: string
  readonly system?: string
  /** The conversation so far. */
  readonly messages: ReadonlyArray<CustomMessage>
  /** What the model may call. Names are those of server and tool: `weather__get_weather`. */
  readonly tools: ReadonlyArray<{
    readonly name: string
    readonly description?: string
    readonly inputSchema: JsonObject
  }>
  /** The longest answer, in tokens. */
  readonly maxTokens: number
  readonly temperature?: number
  /** Fires when the answer is no longer needed. */
  readonly signal: AbortSignal
}

export type CustomMessage =
  /** Images are in base64, with their media type. */
  | { readonly role: "user"; readonly text: string; readonly images?: ReadonlyArray<SentImage> }
  | {
      readonly role: "assistant"
      readonly text: string
      readonly calls: ReadonlyArray<CustomCall>
      readonly state?: Json
    }
  | { readonly role: "tools"; readonly results: ReadonlyArray<CustomResult> }

export interface CustomCall {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

export interface CustomResult {
  /** The id of the call. */
  readonly id: string
  readonly name: string
  readonly isError: boolean
  /** The content of the result as text. */
  readonly text: string
  /** Content blocks, as MCP has them. */
  readonly content: ReadonlyArray<Json>
  readonly structured?: Json
}

/** What the model answers. A text alone is an answer without calls. */
export interface CustomAnswer {
  readonly text?: string
  /** Calls by the names that were offered. Without an id a call gets one. */
  readonly calls?: ReadonlyArray<{ readonly id?: string; readonly name: string; readonly args?: JsonObject }>
  /** By default `tool_use` for an answer with calls, and `end_turn` for one without. `max_tokens` and `refusal` make no calls. */
  readonly stopReason?: string
  readonly usage?: {
    readonly input: number
    readonly output: number
    readonly cacheRead?: number
    readonly cacheWrite?: number
    readonly reasoning?: number
  }
  /** The snapshot that answered. */
  readonly model?: string
  readonly requestId?: string
  /** Comes back with this message in the next request: signatures, thoughts. */
  readonly state?: Json
}

export type CustomAsk = (request: CustomRequest) => Promise<string | CustomAnswer>

export interface CustomOptions extends SharedOptions {
  /** Of what answers. Another version makes recordings stale: the code of the function does not. */
  readonly version?: string
}

const constructors = {
  /**
   * A model that an async function answers for. A replay does not call it.
   *
   * ```ts
   * const echo = Model.custom("echo", async ({ messages }) => ({ text: `${messages.length} messages so far.` }))
   *
   * agent("asks", { model: echo, servers: [weather], prompt: "What is the weather in Rome?" })
   * ```
   */
  custom: (name: string, ask: CustomAsk, options?: CustomOptions): ModelChoice => ({
    model: name,
    provider: { kind: "custom" },
    ...(options !== undefined && { options: { ...options } }),
    answers: ask
  })
}

export const custom: ProviderRecord<typeof constructors> = {
  kind: "custom",
  fields: {},
  options: { label, version: text("version") },
  problem: ({ answers }) =>
    typeof answers === "function"
      ? undefined
      : {
          what: "Model.custom needs a function that answers",
          hint: 'Write Model.custom("mine", async (request) => "...").'
        },
  constructors,
  example: (model) => `Model.custom("${model}", ...)`,
  address: () => ({
    name: "the function of Model.custom",
    url: "",
    key: undefined,
    keyName: undefined,
    keyHint: "Check the key that the function uses.",
    urlName: "the address that the function asks",
    lacksKey: false
  }),
  ask: () => import("./ask.ts")
}
