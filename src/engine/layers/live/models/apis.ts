/**
 * The APIs of models that an agent's own clients can be told another address of, by the records of their providers.
 */
import { providers } from "../../../../edges/providers/providers.ts"
import type { ModelProxyAddresses } from "../../../../base/domain/recording/Driver.ts"
import type { RequestHandler } from "../../platform/respond.ts"
import type { Environment } from "../../../../base/std/Environment.ts"

export interface Api {
  /** `provider.kind` in a plan. */
  readonly kind: keyof ModelProxyAddresses
  /** What the address ends in that its clients expect. */
  readonly suffix: string
  /** Where it is: the user's own address, or the provider's. */
  readonly url: string
  /** The variable that clients read the address from. */
  readonly urlName: string
  /** The variable that they read their key from, and others that may hold one. */
  readonly keyName: string | undefined
  readonly otherKeys: ReadonlyArray<string>
}

export const apisOf = (environment: Environment): ReadonlyArray<Api> =>
  providers.flatMap(({ address, kind, ownClients }) => {
    if (ownClients === undefined) return []
    const { keyName, url, urlName } = address({ kind }, environment)
    return [{ ...ownClients, kind: kind as Api["kind"], url, urlName, keyName }]
  })

/** A request to an API, by the path below the address that its clients were told. */
export type ApiHandler = (api: Api, path: string, request: Request) => Promise<Response>

/** Handlers of an endpoint: each API has everything below its name. */
export const apiHandlers = (apis: ReadonlyArray<Api>, handle: ApiHandler): Readonly<Record<string, RequestHandler>> =>
  Object.fromEntries(
    apis.map((api) => {
      const folder = `/${api.kind}${api.suffix}/`
      return [folder, (request: Request) => handle(api, pathBelow(request.url, folder), request)]
    })
  )

/** The secret in front of it is no path of the API. */
const pathBelow = (url: string, folder: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname.slice(pathname.indexOf(folder) + folder.length)}${search}`
}

/** The path that clients get, below the address of an endpoint. */
export const addressesAt = (apis: ReadonlyArray<Api>, base: string) =>
  Object.fromEntries(apis.map(({ kind, suffix }) => [kind, `${base}/${kind}${suffix}`])) as {
    readonly [Kind in Api["kind"]]: string
  }
