/**
 * An MCP server and the catalogue of its tools, so that tool names and arguments are known to the compiler.
 */
import type { Tool, ToolDefinition } from "../domain/Tool.ts"

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

export interface Server<out Name extends string, Tools extends Catalog> {
  readonly name: Name
  readonly reached: Reached
  readonly shared: boolean
  readonly instructions?: string
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
  options: Reached & {
    readonly tools: Tools
    /** Started once for all runs instead of once per run: their state may leak from one to the next. */
    readonly shared?: boolean
    /** What the server tells its clients about itself; `passhat types` writes it. */
    readonly instructions?: string
  }
): Server<Name, Tools> => {
  const { instructions, shared = false, tools, ...reached } = options
  return Object.freeze({
    name,
    reached,
    shared,
    ...(instructions !== undefined && { instructions }),
    tools: Object.fromEntries(
      Object.entries(tools).map(([tool, definition]) => [tool, Object.freeze({ server: name, name: tool, definition })])
    ) as never
  })
}
