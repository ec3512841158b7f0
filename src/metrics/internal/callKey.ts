/**
 * What makes two tool calls the same call, and two tools the same tool.
 */
import type { ToolCall } from "../../domain/Trace.ts"
import { canonicalJson } from "../../std/canonicalJson.ts"
import { holdsInexact } from "./inexact.ts"

type Call = Pick<ToolCall, "server" | "name" | "args">

/**
 * Equal for calls that differ only in the order of their argument keys, or in digits that JSON lost. Canonical JSON
 * spells Infinity as null, so what is inexact has keys of its own.
 */
export const callKey = ({ args, name, server }: Call): string =>
  canonicalJson(holdsInexact(args) ? [server, name, args, "inexact"] : [server, name, args])

/** Equal for calls of the same tool on the same server. */
export const toolKey = (call: Pick<ToolCall, "server" | "name">): string => JSON.stringify([call.server, call.name])

/** `callKey` for many calls: what is spelt alike is brought into canonical form once. */
export const callKeys = (): typeof callKey => {
  const known = new Map<string, string>()
  return (call) => {
    const spelling = JSON.stringify([call.server, call.name, call.args])
    if (spelling.includes("null") && holdsInexact(call.args)) return callKey(call)
    const key = known.get(spelling) ?? callKey(call)
    known.set(spelling, key)
    return key
  }
}

/** How many of the calls are not repeats. Unknown where two are equal only as far as JSON kept their digits. */
export const countDistinct = (calls: ReadonlyArray<ToolCall>, key = callKey): number | undefined => {
  const seen = new Set<string>()
  for (const call of calls) {
    const text = key(call)
    if (seen.has(text) && holdsInexact(call.args)) return undefined
    seen.add(text)
  }
  return seen.size
}
