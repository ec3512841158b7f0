/**
 * Models whose provider is said instead of told by their name.
 */
import type { Provider } from "../domain/Plan.ts"

export interface ModelChoice {
  readonly model: string
  /** Told by the model's name unless said. */
  readonly provider?: Provider
}

export interface OpenaiCompatible {
  readonly baseUrl: string
  readonly model: string
  /** The environment variable that holds the key; none for a server that asks for none. */
  readonly apiKeyEnv?: string
}

export const Model = {
  anthropic: (model: string): ModelChoice => ({ model, provider: { kind: "anthropic" } }),
  openai: (model: string): ModelChoice => ({ model, provider: { kind: "openai" } }),
  /** Any server that speaks OpenAI's Chat Completions. */
  openaiCompatible: ({ apiKeyEnv, baseUrl, model }: OpenaiCompatible): ModelChoice => ({
    model,
    provider: {
      kind: "openai_compatible",
      base_url: baseUrl,
      ...(apiKeyEnv !== undefined && { api_key_env: apiKeyEnv })
    }
  })
}

export const modelChoice = (model: string | ModelChoice): ModelChoice => (typeof model === "string" ? { model } : model)
