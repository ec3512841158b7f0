/**
 * The recorded exchanges of a run, each given to one request that is equal to its own. Equal ones are given in their order, whatever
 * came in between: parallel parts of an agent ask in any order.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { WireExchange } from "../../../base/domain/recording/Wire.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { type Difference, differences } from "../../../base/std/differences.ts"
import { alignLists } from "./alignLists.ts"
import { knownLeftOut, leavingOut } from "./volatile.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"

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

/** For the body of a request to any of the known APIs. */
export const inCallOrder = (body: Json): Json => {
  const places = new Map(callsIn(body).map((id, at) => [id, at]))
  const placeOf = (id: string): number => places.get(id) ?? places.size
  const byCall = (one: Json, other: Json): number => {
    const [a = "", b = ""] = [answeredBy(one), answeredBy(other)]
    return placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b))
  }
  const ordered = (value: Json): Json => {
    if (isArray(value)) return neighbours(value.map(ordered)).flatMap((some) => some.toSorted(byCall))
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ordered(member)]))
      : value
  }
  return ordered(body)
}

/** The ids of calls, in order. */
const callsIn = (value: Json): ReadonlyArray<string> => {
  if (isArray(value)) return value.flatMap(callsIn)
  if (!isJsonObject(value)) return []
  const { call_id, function: named, id, type } = value
  const own = type === "tool_use" || isJsonObject(named) ? id : type === "function_call" ? call_id : undefined
  return [...(typeof own === "string" ? [own] : []), ...Object.values(value).flatMap(callsIn)]
}

/** The id of the call that a part of a request is the result of: in Messages, in Chat Completions and in Responses. */
const answeredBy = (value: Json | undefined): string | undefined => {
  if (!isJsonObject(value)) return undefined
  const { call_id, role, tool_call_id, tool_use_id, type } = value
  const id = type === "tool_result" ? tool_use_id : role === "tool" ? tool_call_id : call_id
  const isResult = type === "tool_result" || role === "tool" || type === "function_call_output"
  return isResult && typeof id === "string" ? id : undefined
}

/** A list in parts: results that follow each other are one part, and everything else is a part of its own. */
const neighbours = (list: ReadonlyArray<Json>): ReadonlyArray<ReadonlyArray<Json>> => {
  const parts: Array<Array<Json>> = []
  for (const [at, one] of list.entries()) {
    const continues = at > 0 && answeredBy(one) !== undefined && answeredBy(list[at - 1]) !== undefined
    if (continues) parts.at(-1)?.push(one)
    else parts.push([one])
  }
  return parts
}
