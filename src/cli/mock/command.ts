/**
 * `passhat mock`: a real MCP server with canned answers, healthy or broken in one way.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Finish } from "../commandLine.ts"

const flags = {
  toolsFrom: Flag.String("tools-from").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription("The tools and what they answer, in YAML or JSON")
  ),
  fault: Flag.String("fault").pipe(
    Flag.withMetavar("kind"),
    Flag.withDefault("none"),
    Flag.withDescription(
      "How tools/call is broken: none (default), hang, wedged, slow:<ms>, recover-after:<n>, reply-after-cancel:<ms>, " +
        "error:<message>, rate-limited:<ms>, denied, disconnect, misleading:<text>, malformed, truncated, schema-drift"
    )
  ),
  http: Flag.Int("http").pipe(
    Flag.withMetavar("port"),
    Flag.optional,
    Flag.withDescription("Serve streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of stdio")
  )
}

/** The server is loaded only when it is asked for. */
export const mockCommand = (finish: Finish) =>
  Command.make("mock", flags, (asked) =>
    finish(
      Effect.flatMap(
        Effect.promise(() => import("./mock.ts")),
        ({ mock }) => mock(asked)
      )
    )
  ).pipe(
    Command.withDescription(
      "Serve an MCP mock, healthy or faulty; only tools/call is broken, the rest stays responsive"
    ),
    Command.withExamples([
      { command: "passhat mock --tools-from tools.yml", description: "Healthy, over stdio" },
      { command: "passhat mock --tools-from tools.yml --fault hang", description: "No call is answered" },
      {
        command: "passhat mock --tools-from tools.yml --fault recover-after:2",
        description: "The first two calls hang, the third is answered"
      },
      {
        command: "passhat mock --tools-from tools.json --fault slow:4000 --http 0",
        description: "Every call takes four seconds, over HTTP; the address is printed on standard error"
      }
    ])
  )
