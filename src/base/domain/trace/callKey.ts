/**
 * What makes two tool calls the same call, and two tools the same tool.
 */
import { canonicalJson } from "../../std/canonicalJson.ts"
import { holdsInexact } from "../../std/inexact.ts"
import type { ToolCall } from "./Trace.ts"

type Call = Pick<ToolCall, "server" | "name" | "args">

/**
 * Equal for calls that differ only in the order of their argument keys, or in digits that JSON lost. Canonical JSON
 * writes Infinity as null, so arguments with inexact numbers get a key that no exact arguments have.
 */
export const callKey = ({ args, name, server }: Call): string =>
  canonicalJson(holdsInexact(args) ? [server, name, args, "inexact"] : [server, name, args])

/** Equal for calls of the same tool on the same server. */
export const toolKey = (call: Pick<ToolCall, "server" | "name">): string => JSON.stringify([call.server, call.name])

/** A `callKey` that remembers: calls whose JSON text is the same are brought into canonical form once. */
export const callKeys = (): typeof callKey => {
  const known = new Map<string, string>()
  return (call) => {
    const text = JSON.stringify([call.server, call.name, call.args])
    if (text.includes("null") && holdsInexact(call.args)) return callKey(call)
    const key = known.get(text) ?? callKey(call)
    known.set(text, key)
    return key
  }
}

/** How many different calls there are. Undefined if two calls are equal but hold a number that lost digits. */
export const countDistinct = (calls: ReadonlyArray<ToolCall>, key = callKey): number | undefined => {
  const seen = new Set<string>()
  for (const call of calls) {
    const text = key(call)
    if (seen.has(text) && holdsInexact(call.args)) return undefined
    seen.add(text)
  }
  return seen.size
}
