/**
 * How a suite names a tool, and which recorded calls are calls of it.
 */
import type { ToolCall } from "../../domain/Trace.ts"

/** A name alone means the tool on any server. */
export type ToolName = string | { readonly name: string; readonly server?: string }

/** The recorded name may still carry the `<server>__` prefix that it had on the wire, if it is the call's own server. */
export const isCallOf = (tool: ToolName, call: Pick<ToolCall, "server" | "name">): boolean => {
  const { name, server } = typeof tool === "string" ? { name: tool } : tool
  return (call.name === name || isPrefixed(name, call)) && (server ?? call.server) === call.server
}

const isPrefixed = (name: string, call: Pick<ToolCall, "server" | "name">): boolean =>
  typeof call.name === "string" && call.name.endsWith(name) && call.name === `${call.server}__${name}`

/** `get_weather`, or `weather/get_weather` where the server is pinned. */
export const label = (tool: ToolName): string =>
  typeof tool === "string" ? tool : !tool.server ? tool.name : `${tool.server}/${tool.name}`
