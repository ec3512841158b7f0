/**
 * Where a provider is reached and with which key, from the environment.
 */
import * as Result from "effect/Result"
import type { Provider } from "../../../domain/Plan.ts"

export interface Environment {
  readonly [name: string]: string | undefined
}

/** A driver's model is its own affair. */
export type Reachable = Exclude<Provider, { readonly kind: "driver" }>

export interface Address {
  /** As messages call it. */
  readonly name: string
  readonly url: string
  /** A secret. */
  readonly key: string | undefined
  /** The variable that holds the key. */
  readonly keyName: string | undefined
  /** What to change when the address is wrong. */
  readonly urlName: string
  /** No key, and nobody answers there without one. */
  readonly locked: boolean
}

export const addressOf = (provider: Reachable, environment: Environment): Address => {
  switch (provider.kind) {
    case "anthropic":
      return wellKnown("Anthropic", "ANTHROPIC", "https://api.anthropic.com", environment)
    case "openai":
      return wellKnown("OpenAI", "OPENAI", "https://api.openai.com/v1", environment)
    case "openai_compatible": {
      const { api_key_env: keyName, base_url: url } = provider
      const key = keyName === undefined ? undefined : set(environment, keyName)
      return { name: hostOf(url), url, key, keyName, urlName: "baseUrl", locked: keyName !== undefined && !key }
    }
  }
}

/** A provider's own servers want a key; what stands at an address of the user's own may not. */
const wellKnown = (name: string, prefix: string, home: string, environment: Environment): Address => {
  const keyName = `${prefix}_API_KEY`
  const urlName = `${prefix}_BASE_URL`
  const key = set(environment, keyName)
  const moved = set(environment, urlName)
  return { name, url: moved ?? home, key, keyName, urlName, locked: key === undefined && moved === undefined }
}

/** Set to nothing is not set. */
const set = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined

/** Without what an address may carry besides: a user, a password, a key. */
const hostOf = (url: string): string =>
  Result.match(
    Result.try(() => new URL(url).host),
    { onFailure: () => "the server", onSuccess: (host) => `the server at ${host}` }
  )
