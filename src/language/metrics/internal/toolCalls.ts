/**
 * How suites and findings name the tools and calls of a trace.
 */
import type { ToolCall } from "../../../base/domain/trace/Trace.ts"
import type { Finding } from "../../../base/domain/verdict/Verdict.ts"

/** A name alone means the tool of that name on any server. */
export type ToolName = string | { readonly name: string; readonly server?: string }

type Called = Pick<ToolCall, "server" | "name">

/**
 * The recorded name may have the prefix `<server>__`, as it was sent to the model, if that is the call's own server.
 */
export const isCallOf = (tool: ToolName, call: Called): boolean => {
  const { name, server } = typeof tool === "string" ? { name: tool } : tool
  return (call.name === name || isPrefixed(name, call)) && (server ?? call.server) === call.server
}

const isPrefixed = (name: string, call: Called): boolean =>
  typeof call.name === "string" && call.name.endsWith(name) && call.name === `${call.server}__${name}`

/** The tool's name without the prefix `<server>__`. */
export const unprefixedName = ({ name = "", server }: Partial<ToolCall>): string =>
  name.startsWith(`${server}__`) ? name.slice(`${server}__`.length) : name

/** `get_weather`, or `weather/get_weather` if the server is given. */
export const label = (tool: ToolName): string =>
  typeof tool === "string" ? tool : !tool.server ? tool.name : `${tool.server}/${tool.name}`

/** Where a finding about one recorded call points. A call without an id has its path only. */
export const callPlace = (calls: ReadonlyArray<ToolCall>, index: number): Pick<Finding, "call_id" | "path"> => {
  const id = calls[index]?.id
  return { ...(id === undefined ? {} : { call_id: id }), path: `tool_calls[${index}]` }
}
