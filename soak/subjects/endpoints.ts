/**
 * Everything of passhat that listens or connects, by the module that does it. What opens a new connection adds a line.
 */

export interface Endpoint {
  readonly name: string
  /** The module of `src` that opens it. */
  readonly file: string
  readonly listens: boolean
}

const connects = (name: string, file: string): Endpoint => ({ name, file, listens: false })
const listens = (name: string, file: string): Endpoint => ({ name, file, listens: true })

export const endpoints: ReadonlyArray<Endpoint> = [
  listens(
    "the tools and the model of a run, for an agent that is a command and for clients of a driver; reports of such an agent",
    "src/engine/layers/live/models/endpoint.ts"
  ),
  listens("passhat mock --http", "src/features/mock/mock.ts"),
  listens("the page of passhat view", "src/features/view/server.ts"),
  listens("the port that mock and view are given", "src/app/kit/listening.ts"),
  connects("the model of an agent that is a command or a driver", "src/engine/layers/live/models/forward.ts"),
  connects("an MCP server over HTTP", "src/engine/layers/live/mcp/httpLink.ts"),
  connects("a collector of OpenTelemetry", "src/engine/layers/platform/postLines.ts"),
  connects("a forge that a report is put on as a comment", "src/features/comment/askForge.ts"),
  connects("the page of passhat view, in a browser, to the process that serves it", "src/features/view/page/ask.ts"),
  connects("the database of a queue", "src/features/queue/store/database.ts"),
  connects("Anthropic", "src/edges/providers/anthropic/ask.ts"),
  connects("OpenAI", "src/edges/providers/openai/ask.ts"),
  connects("a server with OpenAI's API", "src/edges/providers/wire/http.ts")
]
