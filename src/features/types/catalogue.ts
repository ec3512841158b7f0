/**
 * Asks a server for its tools, then prints their catalogue, or compares it with a committed one. Gives the exit code.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ToolData } from "../../base/domain/plan/Tool.ts"
import { line, print } from "../../edges/report/text/Line.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { stdout } from "../../app/kit/output/output.ts"
import type { typesRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { type Catalogue, catalogueDrift } from "./catalogueDrift.ts"
import { type Reached, type ServerListing, catalogueSource } from "./catalogueSource.ts"
import { headersFrom, variablesFrom } from "./credentials.ts"
import { listServer } from "./listServer.ts"
import { loadCatalogue } from "./loadCatalogue.ts"
import { serverName } from "./serverName.ts"

export type TypesFlags = Values<typeof typesRow>

export const catalogue = Effect.fn("catalogue")(function* (flags: TypesFlags) {
  const reached = yield* reachedBy(flags)
  const name = flags.name ?? serverName(reached)
  const file = flags.check
  // Before the server is started, so that a mistyped file costs nothing.
  const kept = file === undefined ? undefined : yield* loadCatalogue(file, name)
  const listing = yield* listServer(name, reached)
  if (file !== undefined && kept !== undefined) return yield* compare(file, kept, listing)
  yield* stdout(catalogueSource(name, reached, listing))
  return 0
})

/** How the server that the flags name is reached. */
export const reachedBy = (
  { env, header, server, url }: Pick<TypesFlags, "env" | "header" | "server" | "url">,
  environment: Environment = process.env
): Effect.Effect<Reached, UsageError> => {
  if ((server === undefined) === (url === undefined)) {
    return Effect.fail(
      new UsageError({
        what: url === undefined ? "There is no server to ask." : "--server and --url exclude each other.",
        hint: 'Give --server "<command>" or --url <url>.'
      })
    )
  }
  const unused = url === undefined ? header : env
  if (unused.length > 0) return Effect.fail(misplaced(url === undefined))
  if (url !== undefined) return Effect.map(headersFrom(header, environment), (headers) => ({ url, headers }))
  const command = splitCommand(server ?? "")
  return Result.isSuccess(command)
    ? Effect.map(variablesFrom(env, environment), (variables) => ({ command: command.success, env: variables }))
    : Effect.fail(
        new UsageError({
          what: `--server is no command: ${command.failure}.`,
          hint: 'Write it as in a terminal: --server "npx -y some-server".'
        })
      )
}

const misplaced = (isHeader: boolean): UsageError =>
  isHeader
    ? new UsageError({
        what: "--header is for a server that is reached by --url.",
        hint: "Give a process its variables with --env."
      })
    : new UsageError({
        what: "--env is for a server that --server starts.",
        hint: "Give a server that is running somewhere its headers with --header."
      })

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

/**
 * Quotes keep spaces. A backslash keeps the space, quote or backslash after it; before any other character it is a
 * character itself, so that paths of Windows stay whole. Fails with what is wrong.
 */
export const splitCommand = (text: string): Result.Result<readonly [string, ...ReadonlyArray<string>], string> => {
  const [first, ...others] = [...text.matchAll(WORD)].map(([word]) => word.replaceAll(PIECE, unquoted))
  if (/["']/.test(text.replaceAll(PIECE, ""))) return Result.fail("it has a quote without an end")
  return first === undefined ? Result.fail("it is empty") : Result.succeed([first, ...others])
}

/** A quoted part, or a character with the backslash that keeps it. */
const PIECE = /"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([\s"'\\])/g
const WORD = new RegExp(`(?:${PIECE.source}|[^\\s"'])+`, "g")

const unquoted = (_: string, double?: string, single?: string, kept?: string): string =>
  double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? kept ?? ""
