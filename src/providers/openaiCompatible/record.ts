/**
 * Any server that speaks OpenAI's Chat Completions API, at an address that the suite names.
 */
import { serverAddress } from "../Address.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

export interface OpenaiCompatible {
  readonly baseUrl: string
  readonly model: string
  /** The environment variable that holds the key; undefined for a server that needs none. */
  readonly apiKeyEnv?: string
}

const constructors = {
  /** A model of any server that speaks OpenAI's Chat Completions. */
  openaiCompatible: ({ apiKeyEnv, baseUrl, model }: OpenaiCompatible): ModelChoice => ({
    model,
    provider: {
      kind: "openai_compatible",
      base_url: baseUrl,
      ...(apiKeyEnv !== undefined && { api_key_env: apiKeyEnv })
    }
  })
}

export const openaiCompatible: ProviderRecord<typeof constructors> = {
  kind: "openai_compatible",
  fields: { base_url: "required", api_key_env: "optional" },
  constructors,
  example: () => "Model.openaiCompatible({ ... })",
  sdk: "openai",
  address: ({ api_key_env, base_url = "" }, environment) => serverAddress(base_url, api_key_env, environment),
  ask: () => import("./ask.ts")
}
