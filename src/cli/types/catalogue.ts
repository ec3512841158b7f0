/**
 * Asks a server for its tools, then prints their catalogue, or compares it with a committed one. Gives the exit code.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { ToolData } from "../../domain/Tool.ts"
import { line, print } from "../../report/Line.ts"
import { stdout } from "../output.ts"
import { Usage } from "../Usage.ts"
import { type Catalogue, catalogueDrift } from "./catalogueDrift.ts"
import { catalogueSource, type Reached, type ServerListing } from "./catalogueSource.ts"
import { listServer } from "./listServer.ts"
import { loadCatalogue } from "./loadCatalogue.ts"
import { serverName } from "./serverName.ts"
import { splitCommand } from "./splitCommand.ts"

export interface TypesFlags {
  readonly server: Option.Option<string>
  readonly url: Option.Option<string>
  readonly name: Option.Option<string>
  readonly check: Option.Option<string>
}

export const catalogue = Effect.fn("catalogue")(function* (flags: TypesFlags) {
  const reached = yield* reachedBy(flags)
  const name = Option.getOrElse(flags.name, () => serverName(reached))
  const file = Option.getOrUndefined(flags.check)
  // Before the server is started, so that a mistyped file costs nothing.
  const kept = file === undefined ? undefined : yield* loadCatalogue(file, name)
  const listing = yield* listServer(name, reached)
  if (file !== undefined && kept !== undefined) return yield* compare(file, kept, listing)
  yield* stdout(catalogueSource(name, reached, listing))
  return 0
})

/** How the server that the flags name is reached. */
export const reachedBy = ({ server, url }: Pick<TypesFlags, "server" | "url">): Effect.Effect<Reached, Usage> => {
  if (Option.isSome(server) === Option.isSome(url)) {
    return Effect.fail(
      new Usage({
        what: Option.isSome(url) ? "--server and --url exclude each other." : "There is no server to ask.",
        hint: 'Give --server "<command>" or --url <url>.'
      })
    )
  }
  if (Option.isSome(url)) return Effect.succeed({ url: url.value })
  const command = splitCommand(Option.getOrElse(server, () => ""))
  return Result.isSuccess(command)
    ? Effect.succeed({ command: command.success })
    : Effect.fail(
        new Usage({
          what: `--server is no command: ${command.failure}.`,
          hint: 'Write it as in a terminal: --server "npx -y some-server".'
        })
      )
}

const compare = Effect.fnUntraced(function* (file: string, kept: Catalogue, { tools, ...listing }: ServerListing) {
  const now = tools.map(({ server: _, ...tool }): ToolData => ({ ...tool, listed: true }))
  const changes = catalogueDrift(kept, { ...listing, tools: now })
  const report =
    changes.length === 0
      ? [line(0, "plain", `${file} is up to date.`)]
      : [
          line(0, "plain", `The server has changed since ${file} was written:`),
          ...changes.map((change) => line(1, "plain", change)),
          line(0, "plain", "Write it again without --check, and see what the compiler says of your suites.")
        ]
  yield* stdout(report.map((one) => `${print(one, false)}\n`).join(""))
  return changes.length === 0 ? 0 : 1
})
