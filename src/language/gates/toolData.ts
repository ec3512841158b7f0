/**
 * Tools as a gate's spec stores them: by server and name, never by a joined string.
 */
import type { Tool } from "../../base/domain/plan/Tool.ts"
import { type IsAny, type Uses, uses } from "../dsl/facts.ts"
import type { Classes } from "../metrics/selectionF1.ts"
import { kind, type Kind, listOf, membersOf } from "../../base/std/kinds.ts"
import { isObject } from "../../base/std/Json.ts"

/** A tool of any server, with any arguments. */
export type AnyTool = Tool<string, string, any>

/** The servers of tools or calls; `never` if one is misspelt, which the compiler has already reported. */
export type ServersOf<Tools extends ReadonlyArray<{ readonly server: string }>> =
  IsAny<Tools[number]> extends true ? never : Tools[number]["server"]

export const toolKind: Kind = kind(
  "a tool of a server",
  (value) => isObject(value) && typeof value["name"] === "string" && typeof value["server"] === "string"
)
export const toolsKind: Kind = listOf(toolKind, "a list of tools")
export const classesKind: Kind = membersOf(toolsKind, "lists of tools by name")

export const toolData = ({ name, server }: AnyTool) => ({ name, server })

/** Named sets of interchangeable tools. */
export type ToolClasses = { readonly [name: string]: ReadonlyArray<AnyTool> }

export const toolClasses = (classes: ToolClasses): Classes =>
  Object.fromEntries(Object.entries(classes).map(([name, tools]) => [name, tools.map(toolData)]))

/** The servers that a gate needs for the tools that it names, each once. The caller vouches for the type. */
export const usesAll = <Server extends string>(
  tools: ReadonlyArray<{ readonly server: string }>
): ReadonlyArray<Uses<Server>> => [...new Set(tools.map(({ server }) => uses(server as Server)))]
