/**
 * What a fault breaks and what `allowDrift` allows changes of: a tool, a server, or a tool of any server.
 */
import type { Tool } from "../../base/domain/plan/Tool.ts"
import { either, fields, type Kind, name, text } from "../../base/std/kinds.ts"
import type { IsAny } from "./facts.ts"
import { madeBy } from "./flawed.ts"
import type { AnyServer } from "./server.ts"

export type ToolTarget = Tool<string, string, any> | AnyServer | AnyServerTool
/** `never` for a misspelt tool, which the compiler has already reported. */
export type ServerOf<On> =
  IsAny<On> extends true
    ? never
    : On extends Tool<infer Server, string, any>
      ? Server
      : On extends { readonly reached: unknown; readonly name: infer Server extends string }
        ? Server
        : never

/** The server and the tool that are meant. */
export const targetOf = (on: ToolTarget): { readonly server?: string; readonly tool?: string } =>
  "anyServer" in on
    ? { tool: on.anyServer }
    : "reached" in on
      ? { server: on.name }
      : { server: on.server, tool: on.name }

/** What `targetOf` can be asked of. */
export const targetKind: Kind = either(
  "a tool, a server or anyServer(...)",
  fields({ anyServer: text }),
  madeBy("server"),
  fields({ server: name, name })
)

/** A tool by name, whichever server has it. */
export interface AnyServerTool {
  readonly anyServer: string
}
