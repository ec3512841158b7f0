/**
 * What makes two tool calls the same call, and two tools the same tool.
 */
import type { ToolCall } from "../../domain/Trace.ts"
import { canonicalJson } from "./canonicalJson.ts"

/** Equal for calls that differ only in the order of their argument keys. */
export const callKey = (call: Pick<ToolCall, "server" | "name" | "args">): string =>
  canonicalJson([call.server, call.name, call.args])

/** Equal for calls of the same tool on the same server. */
export const toolKey = (call: Pick<ToolCall, "server" | "name">): string => JSON.stringify([call.server, call.name])

/** `callKey` for many calls: what is spelt alike is brought into canonical form once. */
export const callKeys = (): typeof callKey => {
  const known = new Map<string, string>()
  return (call) => {
    const spelling = JSON.stringify([call.server, call.name, call.args])
    const key = known.get(spelling) ?? callKey(call)
    known.set(spelling, key)
    return key
  }
}
