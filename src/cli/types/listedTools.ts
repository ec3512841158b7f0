/**
 * The tools that a live server lists, asked for once.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type { OfferedTool } from "../../domain/Tool.ts"
import { openServer } from "../../layers/live/mcp/openServer.ts"
import { makeReaper } from "../../layers/live/mcp/reaper.ts"
import { loadSdk } from "../../layers/live/mcp/sdk.ts"
import { startable } from "../suites/resolveCommand.ts"
import { UsageError } from "../UsageError.ts"
import type { Reached } from "./catalogueSource.ts"

/** Started with the same few variables of the environment as in a run, so that what is listed is what a run would meet. */
export const listedTools = (name: string, reached: Reached): Effect.Effect<ReadonlyArray<OfferedTool>, UsageError> =>
  Effect.gen(function* () {
    const environment = process.env
    const means = { sdk: yield* loadSdk, environment, reaper: yield* makeReaper(environment) }
    const way = "command" in reached ? { command: startable(reached.command) } : reached
    const connection = { name, shared: false, env: {}, headers: {}, ...way }
    const { tools } = yield* openServer(connection, means)
    const twice = tools.find((tool, at) => tools.findIndex((other) => other.name === tool.name) < at)
    if (twice === undefined) return tools
    return yield* new UsageError({
      what: `The server ${name} lists the tool ${twice.name} twice.`,
      hint: "A catalogue can only hold one of them: mend the server."
    })
  }).pipe(
    Effect.catchTag("Infrastructure", ({ issue }) =>
      Effect.fail(new UsageError({ what: issue.message, hint: issue.hint }))
    ),
    Effect.scoped
  )
