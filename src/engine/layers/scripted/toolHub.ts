/**
 * MCP servers that are plain functions. They are stateless, so every run starts alike.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AskedCall, ToolAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { OfferedTool } from "../../../base/domain/plan/Tool.ts"
import { ToolHub } from "../../services/ToolHub.ts"

export interface ScriptedTools {
  readonly [server: string]: { readonly [tool: string]: (args: JsonObject) => ToolAnswer }
}

export const layer = (tools: ScriptedTools): Layer.Layer<ToolHub> =>
  Layer.succeed(ToolHub, {
    open: () =>
      Effect.succeed({ tools: offered(tools), servers: [], call: (call) => Effect.sync(() => answer(tools, call)) })
  })

const offered = (tools: ScriptedTools): ReadonlyArray<OfferedTool> =>
  Object.entries(tools).flatMap(([server, named]) =>
    Object.keys(named).map((name) => ({ server, name, input_schema: { type: "object" } }))
  )

/** An unknown tool gets an error as its answer, as from a real server, so that tests see how an agent reacts. */
const answer = (tools: ScriptedTools, { server, name, args }: AskedCall): ToolAnswer => {
  const tool = own(own(tools, server) ?? {}, name)
  return tool === undefined ? failure(`Unknown tool: ${name} on server ${server}.`) : tool(args)
}

const own = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The answers that a scripted tool can give. */
export const text = (content: string): ToolAnswer => ({
  is_error: false,
  content: [{ type: "text", text: content }],
  timed_out: false
})

/** The tool ran and reports an error. */
export const failure = (reason: string): ToolAnswer => ({ ...text(reason), is_error: true })

/** A structured value and, as MCP requires of a server, the same value as text. */
export const structured = (value: Json): ToolAnswer => ({ ...text(JSON.stringify(value)), structured: value })
