/**
 * The kinds of processes that a run starts, and how many each of them is. What passhat starts in a new way adds a line.
 */
import type { Connection } from "../../src/engine/services/Connection.ts"

export interface Kind {
  readonly name: string
  /** The program of the server, or of the agent if `isAgent`. */
  readonly command: Extract<Connection, { readonly command: ReadonlyArray<string> }>["command"]
  /** The processes of one run. */
  readonly processes: number
  /** A `command` agent, which gets an endpoint that listens. */
  readonly isAgent?: boolean
  /** Whether its run ends at once, so that a second one can show what the first has left. */
  readonly twice?: boolean
}

const server = (mode: string): ReadonlyArray<string> => ["node", "test/engine/layers/live/mcp/hostileServer.js", mode]

export const kinds: ReadonlyArray<Kind> = [
  { name: "a polite server", command: server(""), processes: 1 },
  { name: "a server that ignores EOF and SIGTERM", command: server("deafAlone"), processes: 1 },
  { name: "such a server with a child and a daemon", command: server("deaf"), processes: 3 },
  {
    name: "a polite server with a child that ignores SIGTERM",
    command: server("deafChild"),
    processes: 2,
    twice: true
  },
  {
    name: "a server behind sh -c",
    command: ["sh", "-c", `${server("deafAlone").join(" ")}; true`],
    processes: 2
  },
  { name: "a server with a daemon in a session of its own", command: server("daemon"), processes: 2 },
  { name: "a server that floods its output", command: server("flooder"), processes: 1 },
  {
    name: "a command agent that ignores SIGTERM",
    command: ["node", "soak/orphans/agent.js"],
    processes: 1,
    isAgent: true
  }
]
