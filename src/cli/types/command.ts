/**
 * `passhat types`: a typed catalogue of a live server's tools, and in CI whether the committed one still holds.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Finish } from "../commandLine.ts"

/** The server that is asked for its tools. */
export const serverFlags = {
  server: Flag.String("server").pipe(
    Flag.withMetavar("command"),
    Flag.optional,
    Flag.withDescription("The command that starts the server, which speaks MCP over stdio; no shell is involved")
  ),
  url: Flag.String("url").pipe(
    Flag.withMetavar("url"),
    Flag.optional,
    Flag.withDescription("The address of a server that speaks MCP over streamable HTTP")
  ),
  name: Flag.String("name").pipe(
    Flag.withMetavar("name"),
    Flag.optional,
    Flag.withDescription("What suites call the server (default: a name like that of its package or host)")
  )
}

const flags = {
  ...serverFlags,
  check: Flag.String("check").pipe(
    Flag.withMetavar("file"),
    Flag.optional,
    Flag.withDescription("Print no catalogue; say how the server has changed since this one was written, with exit 1")
  )
}

/** The MCP SDK is loaded only when it is asked for. */
export const typesCommand = (finish: Finish) =>
  Command.make("types", flags, (asked) =>
    finish(
      Effect.flatMap(
        Effect.promise(() => import("./catalogue.ts")),
        ({ catalogue }) => catalogue(asked)
      )
    )
  ).pipe(
    Command.withDescription("Write a typed catalogue of a server's tools to standard output"),
    Command.withExamples([
      {
        command:
          'passhat types --server "npx -y @modelcontextprotocol/server-filesystem ." > suites/servers/filesystem.ts',
        description: "A catalogue of a server that is started for it"
      },
      {
        command: "passhat types --url https://mcp.example.com/mcp --name shop > suites/servers/shop.ts",
        description: "A catalogue of a server that is running somewhere"
      },
      {
        command: 'passhat types --server "node server.js" --check suites/servers/server.ts',
        description: "In CI: whether the server still has the tools that suites are compiled against"
      }
    ])
  )
