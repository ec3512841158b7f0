/**
 * An MCP server and the catalogue of its tools, so that tool names and arguments are known to the compiler.
 */
import type { Answers } from "../../base/domain/trace/ServerRequests.ts"
import type { Tool, ToolDefinition } from "../../base/domain/plan/Tool.ts"
import { isObject } from "../../base/std/Json.ts"
import {
  anything,
  code,
  either,
  fields,
  flag,
  type Kind,
  kind,
  listOf,
  membersOf,
  name as named,
  optional,
  text
} from "../../base/std/kinds.ts"
import type { Flawed } from "./flawed.ts"

/** Tools by name: as `passhat types` lists them, or as Schemas of their arguments. */
export type Catalog = { readonly [tool: string]: ToolDefinition<any> }

export type Reached =
  /** A child process that speaks MCP over stdio. Only the variables named here, and a few harmless ones, reach it. */
  | { readonly command: ReadonlyArray<string>; readonly env?: { readonly [name: string]: string } }
  /** A server that speaks MCP over streamable HTTP. */
  | { readonly url: string; readonly headers?: { readonly [name: string]: string } }
  /** A server in this process: a function that makes one, called once per run. */
  | { readonly inMemory: () => Connectable }

/** What passhat asks of an in-memory server; the MCP SDK's servers have it. */
export interface Connectable {
  readonly connect: (transport: never) => Promise<void>
}

export interface Server<out Name extends string, Tools extends Catalog> extends Flawed {
  readonly name: Name
  readonly reached: Reached
  readonly shared: boolean
  readonly instructions?: string
  /** What answers its requests. */
  readonly answers?: Answers
  readonly tools: { readonly [T in keyof Tools & string]: Tool<Name, T, Tools[T]["Type"]> }
}
export type AnyServer = Server<string, Catalog>

/**
 * An MCP server: how it is reached, and the catalogue of its tools, which `passhat types` writes.
 *
 * ```ts
 * const orders = server("orders", {
 *   command: ["node", "orders.js"],
 *   tools: { find_order: tool<{ readonly id: string }>({ inputSchema: { type: "object" } }) }
 * })
 * ```
 */
export const server = <const Name extends string, const Tools extends Catalog>(
  name: Name,
  options: Reached &
    Answers & {
      readonly tools: Tools
      /** Started once for all runs instead of once per run: their state may leak from one to the next. */
      readonly shared?: boolean
      /** What the server tells its clients about itself; `passhat types` writes it. */
      readonly instructions?: string
    }
): Server<Name, Tools> => {
  const flaws = [...named(name, "its name"), ...optionsKind(options, "the second argument of server")]
  const {
    elicit,
    instructions,
    roots,
    sample,
    shared = false,
    tools,
    ...reached
  } = isObject(options) ? options : ({} as typeof options)
  const answers = {
    ...(elicit !== undefined && { elicit }),
    ...(sample !== undefined && { sample }),
    ...(roots !== undefined && { roots })
  }
  return Object.freeze({
    name,
    ...(flaws.length > 0 && { flaws }),
    reached,
    shared,
    ...(instructions !== undefined && { instructions }),
    ...(Object.keys(answers).length > 0 && { answers: Object.freeze(answers) }),
    tools: Object.fromEntries(
      Object.entries(isObject(tools) ? tools : {}).map(([tool, definition]) => [
        tool,
        Object.freeze({ server: name, name: tool, definition })
      ])
    ) as never
  })
}

const isCommand = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string")

const reachedKind: Kind = either(
  "command, url or inMemory",
  fields({ command: listOf(text) }),
  fields({ url: text }),
  fields({ inMemory: code })
)

const optionsKind: Kind = (options, path) => [
  ...fields(
    {
      tools: membersOf(anything, "a catalogue of tools"),
      command: optional(kind("a list of texts", isCommand)),
      env: optional(membersOf(text)),
      url: optional(kind("an address", (url) => typeof url === "string" && URL.canParse(url))),
      headers: optional(membersOf(text)),
      inMemory: optional(code),
      shared: optional(flag),
      instructions: optional(text),
      elicit: optional(code),
      sample: optional(code),
      roots: optional(listOf(text))
    },
    "",
    "the options of a server"
  )(options, path),
  ...reachedKind(options, "how it is reached")
]
