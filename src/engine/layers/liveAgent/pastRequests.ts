/**
 * Requests that agents of this process send to the provider of a model, past passhat. With `--live-agent` nothing is asked of a model:
 * they are refused, and reported to the runs that are under way.
 *
 * What is seen is `fetch`, which the clients of providers use. Other programs, and clients that took `fetch` before, are not seen.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

interface Guard {
  readonly origins: ReadonlySet<string>
  /** Receives the origin that was asked. */
  readonly tell: (origin: string) => void
}

/** Suites run side by side, and there is one `fetch`: it is the runtime's own again once the last of them has ended. */
const guards = new Set<Guard>()
const runtimes: { fetch?: typeof fetch } = {}

/** Until the scope closes. */
export const refusingRequests = (
  urls: ReadonlyArray<string>,
  tell: Guard["tell"]
): Effect.Effect<Guard, never, Scope.Scope> => {
  const guard = { origins: new Set(urls.flatMap((url) => originOf(url) ?? [])), tell }
  return Effect.acquireRelease(
    Effect.sync(() => {
      runtimes.fetch ??= globalThis.fetch
      guards.add(guard)
      globalThis.fetch = guarded(runtimes.fetch)
      return guard
    }),
    () =>
      Effect.sync(() => {
        guards.delete(guard)
        if (guards.size > 0 || runtimes.fetch === undefined) return
        globalThis.fetch = runtimes.fetch
        delete runtimes.fetch
      })
  )
}

const guarded = (real: typeof fetch): typeof fetch => {
  const refusing = (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const origin = originOf(input instanceof Request ? input.url : String(input)) ?? ""
    const refused = [...guards].filter(({ origins }) => origins.has(origin))
    if (refused.length === 0) return real(input, init)
    for (const { tell } of refused) tell(origin)
    return Promise.reject(new TypeError(`${origin} is not asked with --live-agent.`))
  }
  // Runtimes put functions of their own on it.
  return Object.assign(refusing, real)
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)
