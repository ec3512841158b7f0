/**
 * How to reach the MCP servers of a cell, secrets included: what the plan leaves out, kept in memory only.
 */
import type { Answers } from "../../base/domain/trace/ServerRequests.ts"

export type Connection = {
  readonly name: string
  /** Started once for all runs, instead of once per run. */
  readonly shared: boolean
  /** What the suite answers the server with. */
  readonly answers?: Answers
} & (
  | {
      readonly command: ReadonlyArray<string>
      readonly env: { readonly [name: string]: string }
      /** The directory that it is started in; that of passhat if left out. */
      readonly cwd?: string
    }
  | { readonly url: string; readonly headers: { readonly [name: string]: string } }
  | { readonly inMemory: () => InMemoryServer }
)

/** A server in this process, made anew for each run; the MCP SDK's servers are such. */
export interface InMemoryServer {
  readonly connect: (transport: never) => Promise<void>
}

/** By cell id. */
export type Connections = ReadonlyMap<string, ReadonlyArray<Connection>>
