/**
 * The recorded exchanges of a run, each given to one request that is equal to its own. Equal ones are given in their order, whatever
 * came in between: parallel parts of an agent ask in any order.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { WireExchange } from "../../../base/domain/recording/Wire.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { type Difference, differences } from "../../../base/std/differences.ts"
import { alignLists } from "./alignLists.ts"
import { inCallOrder } from "./callOrder.ts"
import { knownLeftOut, leavingOut } from "./volatile.ts"

export type AskedRequest = Pick<WireExchange, "api" | "method" | "path" | "request">

/** A request that no exchange is left for. */
export interface Unmatched {
  readonly asked: AskedRequest
  /** The number of the nearest exchange that was not used, from 1, and what differs from it. Undefined if all were used. */
  readonly nearest?: { readonly number: number; readonly differences: ReadonlyArray<Difference> }
}

export interface ExchangePool {
  readonly size: number
  readonly take: (asked: AskedRequest) => WireExchange | Unmatched
  /** How many were not used. */
  readonly left: () => number
}

export const exchangePool = (
  exchanges: ReadonlyArray<WireExchange>,
  volatile: ReadonlyArray<string | RegExp>
): ExchangePool => {
  const leaveOut = leavingOut(volatile)
  const comparedOf = ({ api, method, path, request }: AskedRequest): Compared => ({
    address: `${method} ${api}/${path}`,
    body: leaveOut(knownLeftOut(inCallOrder(request.json ?? request.text ?? request.base64 ?? null)))
  })
  const unused = exchanges.map((exchange, at) => {
    const compared = comparedOf(exchange)
    return { exchange, compared, number: at + 1, key: canonicalJson({ ...compared }) }
  })
  const take: ExchangePool["take"] = (asked) => {
    const compared = comparedOf(asked)
    const key = canonicalJson({ ...compared })
    const at = unused.findIndex((one) => one.key === key)
    if (at !== -1) return unused.splice(at, 1)[0]!.exchange
    const ranked = unused
      .map((one) => ({ number: one.number, differences: differencesOf(one.compared, compared) }))
      .toSorted((a, b) => weight(a.differences) - weight(b.differences))
    return { asked, ...(ranked[0] !== undefined && { nearest: ranked[0] }) }
  }
  return { size: exchanges.length, take, left: () => unused.length }
}

interface Compared {
  readonly address: string
  readonly body: Json
}

/** Paths are those of the body, as `volatile` takes them. */
const differencesOf = (before: Compared, after: Compared): ReadonlyArray<Difference> => [
  ...differences({ address: before.address }, { address: after.address }),
  ...differences(...alignLists(before.body, after.body))
]

/** A request to another address is further away than any to the same. */
const weight = (all: ReadonlyArray<Difference>): number =>
  all.length + (all.some(({ path }) => path === "address") ? 1_000_000 : 0)
