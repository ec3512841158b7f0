/**
 * Where a provider is reached and with which key, read from the environment.
 */
import type { Provider } from "../../base/domain/plan/Plan.ts"
import type { Environment } from "../../base/std/Environment.ts"

export interface Address {
  /** The provider's name in messages. */
  readonly name: string
  readonly url: string
  /** A secret. */
  readonly key: string | undefined
  /** The header that carries the key, where it is not Authorization. */
  readonly keyHeader?: string
  /** The variable that holds the key. */
  readonly keyName: string | undefined
  /** What to do about a refused key, where no variable holds it. */
  readonly keyHint?: string
  /** The variable or the option that changes `url`. */
  readonly urlName: string
  /** Whether the provider needs a key and none is set. */
  readonly lacksKey: boolean
}

/**
 * The address of a provider's own servers, with `<PREFIX>_API_KEY` and `<PREFIX>_BASE_URL`. They need a key; a server at an
 * address that the user sets may need none.
 */
export const wellKnownAddress =
  (name: string, prefix: string, defaultUrl: string) =>
  (_: unknown, environment: Environment): Address => {
    const [keyName, urlName] = [`${prefix}_API_KEY`, `${prefix}_BASE_URL`]
    const key = valueOf(environment, keyName)
    const url = valueOf(environment, urlName)
    return { name, url: url ?? defaultUrl, key, keyName, urlName, lacksKey: key === undefined && url === undefined }
  }

/** The address of a server that the suite names. It needs a key if the suite names a variable for one. */
export const serverAddress = (
  { api_key_env: keyName, api_key_header: keyHeader, base_url: url = "" }: Provider,
  environment: Environment
): Address => {
  const key = keyName === undefined ? undefined : valueOf(environment, keyName)
  return {
    name: hostOf(url),
    url,
    key,
    ...(keyHeader !== undefined && { keyHeader }),
    keyName,
    urlName: "baseUrl",
    lacksKey: keyName !== undefined && !key
  }
}

/** A variable that is set to nothing but space counts as undefined. */
const valueOf = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined

/** The host alone: the rest of a URL may hold a user, a password or a key. */
const hostOf = (url: string): string => (URL.canParse(url) ? `the server at ${new URL(url).host}` : "the server")
