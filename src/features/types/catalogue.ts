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
import { serverName } from "./names.ts"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { AnyServer } from "../../language/dsl/server.ts"
import { toolData } from "../../language/plan/toolData.ts"
import { isObject } from "../../base/std/Json.ts"
import { stripTypes } from "../../app/suites/typeStripping.ts"

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

/** Of several servers, the one of that name. */
const loadCatalogue = Effect.fnUntraced(function* (
  file: string,
  name: string
): Effect.fn.Return<Catalogue, UsageError> {
  if (!existsSync(file)) return yield* unreadable(file, "there is no such file")
  stripTypes()
  const module: object = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(resolve(file)).href),
    catch: (cause) => unreadable(file, cause instanceof Error ? cause.message : String(cause))
  })
  const servers = Object.values(module).filter(isServer)
  const [server, ...others] = servers.length > 1 ? servers.filter((one) => one.name === name) : servers
  if (server === undefined || others.length > 0) {
    return yield* notOne(
      file,
      `it exports ${servers.length} servers${servers.length > 1 ? `, none of them ${name}` : ""}`
    )
  }
  const { toJsonSchema } = yield* Effect.promise(() => import("../../language/plan/toJsonSchema.ts"))
  const tools = Object.values(server.tools).map((tool) => ({ tool, data: toolData(tool, toJsonSchema) }))
  const odd = tools.find(({ data }) => data === undefined)
  if (odd !== undefined) return yield* notOne(file, `it has no schema of ${odd.tool.name}`)
  return {
    ...(server.instructions !== undefined && { instructions: server.instructions }),
    tools: tools.flatMap(({ data }) => data ?? [])
  }
})

/** Of whichever copy of passhat. */
const isServer = (value: unknown): value is AnyServer =>
  isObject(value) && typeof value["name"] === "string" && "reached" in value && isObject(value["tools"])

const unreadable = (file: string, why: string): UsageError =>
  new UsageError({
    what: `${file} could not be read: ${why}.`,
    hint: `Leave out --check and write it first: passhat types ... > ${file}.`
  })

const notOne = (file: string, why: string): UsageError =>
  new UsageError({
    what: `${file} is no catalogue of one server: ${why}.`,
    hint: "Keep what passhat types writes in a file of its own."
  })
