/**
 * Puts the results of calls that were made side by side into the order of the calls: agents send them in the order in which the calls
 * ended, which says nothing about the agent.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"

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
