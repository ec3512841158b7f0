/**
 * Tools as a gate's spec stores them: by server and name, never by a joined string.
 */
import type { Tool } from "../domain/Tool.ts"
import { type Uses, uses } from "../dsl/facts.ts"
import type { Classes } from "../metrics/selectionF1.ts"

/** A tool of any server, with any arguments. */
export type AnyTool = Tool<string, string, any>

export const toolData = ({ name, server }: AnyTool) => ({ name, server })

/** Named sets of interchangeable tools. */
export type ToolClasses = { readonly [name: string]: ReadonlyArray<AnyTool> }

export const toolClasses = (classes: ToolClasses): Classes =>
  Object.fromEntries(Object.entries(classes).map(([name, tools]) => [name, tools.map(toolData)]))

/** The servers that a gate needs for the tools that it names, each once. */
export const usesAll = <Server extends string>(
  tools: ReadonlyArray<{ readonly server: Server }>
): ReadonlyArray<Uses<Server>> => [...new Set(tools.map(({ server }) => uses(server)))]
