/**
 * Asks a server for its tools, then prints their catalogue or compares it with the one that is kept. Comes to the exit code.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { line, print } from "../../report/text/Line.ts"
import type { ValuesOf } from "../flags/commands.ts"
import { stdout } from "../output/output.ts"
import { UsageError } from "../UsageError.ts"
import { argvOf } from "./argvOf.ts"
import { catalogueSource, type Reached } from "./catalogueSource.ts"
import { drift } from "./drift.ts"
import { type Facts, factsOf } from "./factsOf.ts"
import { listedTools } from "./listedTools.ts"
import { serverName } from "./serverName.ts"

export type TypesFlags = ValuesOf<"types">

export const catalogue = Effect.fn("catalogue")(function* (flags: TypesFlags) {
  const reached = yield* reachedBy(flags)
  const name = flags.name ?? serverName(reached)
  const kept = flags.check === undefined ? undefined : yield* readCatalogue(flags.check)
  const source = catalogueSource(name, reached, yield* listedTools(name, reached))
  if (kept !== undefined) return yield* compare(kept, source)
  yield* stdout(source)
  return 0
})

/** How the server that the flags name is reached. */
export const reachedBy = ({ server, url }: Pick<TypesFlags, "server" | "url">): Effect.Effect<Reached, UsageError> => {
  if ((server === undefined) === (url === undefined)) {
    return Effect.fail(
      new UsageError({
        what: url === undefined ? "There is no server to ask." : "--server and --url exclude each other.",
        hint: 'Give --server "<command>" or --url <url>.'
      })
    )
  }
  if (url !== undefined) return Effect.succeed({ url })
  const command = argvOf(server ?? "")
  return Result.isSuccess(command)
    ? Effect.succeed({ command: command.success })
    : Effect.fail(
        new UsageError({
          what: `--server is no command: ${command.failure}.`,
          hint: 'Write it as in a terminal: --server "npx -y some-server".'
        })
      )
}

interface Kept {
  readonly file: string
  readonly facts: Facts
}

/** Before any server is started, so that a mistyped file costs nothing. */
const readCatalogue = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    fs.readFileString(file),
    ({ reason }) =>
      new UsageError({
        what: `${file} could not be read: ${reason._tag === "NotFound" ? "there is no such file" : reason.description}.`,
        hint: `Leave out --check and write it first: passhat types ... > ${file}.`
      })
  )
  const facts = factsOf(text)
  if (Result.isSuccess(facts)) return { file, facts: facts.success } satisfies Kept
  return yield* new UsageError({
    what: `${file} is no catalogue of one server: ${facts.failure}.`,
    hint: "Keep what passhat types writes in a file of its own."
  })
})

const compare = Effect.fnUntraced(function* ({ facts, file }: Kept, source: string) {
  const now = factsOf(source)
  const changes = Result.isSuccess(now)
    ? drift(facts, now.success)
    : [`The catalogue could not be read: ${now.failure}.`]
  const told =
    changes.length === 0
      ? [line(0, "plain", `${file} is up to date.`)]
      : [
          line(0, "plain", `The server has changed since ${file} was written:`),
          ...changes.map((change) => line(1, "plain", change)),
          line(0, "plain", "Write it again without --check, and see what the compiler says of your suites.")
        ]
  yield* stdout(told.map((one) => `${print(one, false)}\n`).join(""))
  return changes.length === 0 ? 0 : 1
})
