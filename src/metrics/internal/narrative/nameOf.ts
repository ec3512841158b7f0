/**
 * What a recorded tool is called.
 */
import type { ToolCall } from "../../../domain/Trace.ts"

/** The name without the server's prefix that it may have had on the wire. */
export const nameOf = ({ name = "", server }: Partial<ToolCall>): string =>
  name.startsWith(`${server}__`) ? name.slice(`${server}__`.length) : name
