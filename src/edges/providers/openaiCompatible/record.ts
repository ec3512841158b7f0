/**
 * Any server that speaks OpenAI's Chat Completions API, at an address that the suite names.
 */
import type { JsonObject } from "../../../base/std/Json.ts"
import { serverAddress } from "../Address.ts"
import {
  flag,
  type Headers,
  headers,
  label,
  object,
  seed,
  type SharedOptions,
  text,
  type ToolChoice,
  toolChoice,
  topP
} from "../options.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

export interface OpenaiCompatible extends SharedOptions {
  readonly baseUrl: string
  readonly model: string
  /** The environment variable that holds the key; undefined for a server that needs none. */
  readonly apiKeyEnv?: string
  /** The header that carries the key, if it is not `Authorization: Bearer`: `api-key` for Azure. */
  readonly apiKeyHeader?: string
  /** In the server's own words: `low`, `medium`, `high`. */
  readonly reasoningEffort?: string
  readonly toolChoice?: ToolChoice
  readonly topP?: number
  readonly seed?: number
  /** Whether answers are streamed, for a server that gives no others. */
  readonly stream?: boolean
  readonly headers?: Headers
  /** Added to the body of each request. */
  readonly body?: JsonObject
}

const constructors = {
  /** A model of any server that speaks OpenAI's Chat Completions. */
  openaiCompatible: (given: OpenaiCompatible): ModelChoice => {
    // Not undefined in a suite that was type-checked; of nothing, a model without a name, which the plan refuses.
    const { apiKeyEnv, apiKeyHeader, baseUrl, model, ...options }: OpenaiCompatible = Object(given)
    return {
      model,
      provider: {
        kind: "openai_compatible",
        base_url: baseUrl,
        ...(apiKeyEnv !== undefined && { api_key_env: apiKeyEnv }),
        ...(apiKeyHeader !== undefined && { api_key_header: apiKeyHeader })
      },
      ...(Object.keys(options).length > 0 && { options })
    }
  }
}

export const openaiCompatible: ProviderRecord<typeof constructors> = {
  kind: "openai_compatible",
  fields: { base_url: "required", api_key_env: "optional", api_key_header: "optional" },
  options: {
    label,
    reasoningEffort: text("reasoning_effort"),
    toolChoice,
    topP,
    seed,
    stream: flag("stream"),
    headers,
    body: object("body")
  },
  constructors,
  example: () => "Model.openaiCompatible({ ... })",
  address: serverAddress,
  ask: () => import("./ask.ts")
}
