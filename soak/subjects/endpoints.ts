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
  listens("the tools of a run, for an agent that is a command", "src/layers/live/command/endpoint.ts"),
  listens("passhat mock --http", "src/cli/mock/mock.ts"),
  connects("an MCP server over HTTP", "src/layers/live/mcp/httpLink.ts"),
  connects("a collector of OpenTelemetry", "src/layers/platform/postLines.ts"),
  connects("Anthropic", "src/providers/anthropic/ask.ts"),
  connects("OpenAI, and servers with its API", "src/providers/wire/openaiSdk.ts")
]
