/**
 * Asks a live server what it lists, once.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { openServer } from "../../engine/layers/live/mcp/openServer.ts"
import { makeReaper } from "../../engine/layers/live/mcp/reaper.ts"
import { loadSdk } from "../../engine/layers/live/mcp/sdk.ts"
import { startable } from "../../app/suites/resolveCommand.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Credentials, Reached, ServerListing } from "./catalogueSource.ts"
import { valuesOf } from "./credentials.ts"
import { isReadable } from "./definitionsOf.ts"

/** Starts it with the same few variables of the environment as a run does: a server may list other tools without them. */
export const listServer = (name: string, reached: Reached): Effect.Effect<ServerListing, UsageError> =>
  Effect.gen(function* () {
    const environment = process.env
    const means = { sdk: yield* loadSdk, environment, reaper: yield* makeReaper(environment) }
    const { env = [], headers = [] } = { ...reached } as { readonly [Part in "env" | "headers"]?: Credentials }
    const way = "command" in reached ? { command: startable(reached.command) } : { url: reached.url }
    const connection = {
      name,
      shared: false,
      env: valuesOf(env, environment),
      headers: valuesOf(headers, environment),
      ...way
    }
    const { info, tools } = yield* Effect.flatMap(openServer(connection, means), ({ listing }) => listing)
    const twice = tools.find((tool, at) => tools.findIndex((other) => other.name === tool.name) < at)
    if (twice !== undefined) {
      return yield* new UsageError({
        what: `The server ${name} lists the tool ${twice.name} twice.`,
        hint: "A catalogue can only hold one of them: mend the server."
      })
    }
    const endless = tools.find((tool) => !isReadable(tool))
    if (endless !== undefined) {
      return yield* new UsageError({
        what: `The server ${name} lists the tool ${endless.name} with a schema that takes too much work to read.`,
        hint: "Its parts combine each other too often: mend the server."
      })
    }
    return { ...(info.instructions !== undefined && { instructions: info.instructions }), tools }
  }).pipe(
    Effect.catchTag("Infrastructure", ({ issue }) =>
      Effect.fail(new UsageError({ what: issue.message, hint: issue.hint }))
    ),
    Effect.scoped
  )
