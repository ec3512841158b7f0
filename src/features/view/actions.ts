/**
 * What pages may do with --actions: record a cell again, bless, and label a run. Everything else only reads.
 */
import { existsSync } from "node:fs"
import { basename, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { LABELS } from "../../base/domain/verdict/Label.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import type { CellVerdict } from "../../base/domain/verdict/Verdict.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { addLabel, evidenceOf, keyOf, type Labels, readLabels } from "../labels/labels.ts"
import { childCommand, type Surroundings } from "../mcp/childCommand.ts"
import { isInside } from "../mcp/insideProject.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Job } from "./Api.ts"
import type { Jobs } from "./jobs.ts"
import { json, type Routes, subjectOf } from "./routes.ts"
import type { Subjects } from "./subjects.ts"

export interface Actions {
  readonly jobs: () => ReadonlyArray<Job>
  readonly get: Routes["get"]
  readonly post: Routes["post"]
}

/** In the folder of the project: `passhat calibrate --labels labels.jsonl` reads it. */
export const LABELS_FILE = "labels.jsonl"

const Labelled = Schema.Struct({
  cell: Schema.String,
  run: Schema.Natural,
  label: Schema.Literals(LABELS),
  note: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(2_000)))
})
const Chosen = Schema.Struct({ cell: Schema.String })

export const actionsOf = (around: Surroundings, subjects: Subjects, jobs: Jobs, changed: () => void): Actions => {
  const file = resolve(around.folder, LABELS_FILE)

  const labels: Effect.Effect<Labels, UsageError> = Effect.suspend(() =>
    existsSync(file) ? named(around.folder, readLabels(file)) : Effect.succeed(new Map())
  )

  const cellOf = Effect.fnUntraced(function* (query: URLSearchParams, id: string) {
    const { report } = yield* subjects.open(yield* subjectOf(query))
    const suite = report.suites.find(({ cells }) => cells.some((cell) => cell.id === id))
    const cell = suite?.cells.find((one) => one.id === id)
    if (suite === undefined || cell === undefined)
      return yield* refused("This cell is no longer there.", "Load the page again.")
    return { suite, cell }
  })

  const label = Effect.fnUntraced(function* (query: URLSearchParams, body: Uint8Array) {
    const { cell: id, label: said, note, run: index } = yield* decoded(Labelled, body)
    const evidence = yield* evidenceIn((yield* cellOf(query, id)).cell, index)
    yield* named(
      around.folder,
      addLabel(file, { cell: id, run: index, evidence, label: said, ...(note !== undefined && { note }) })
    )
    changed()
    return { evidence }
  })

  const record = Effect.fnUntraced(function* (query: URLSearchParams, body: Uint8Array) {
    const { cell: id } = yield* decoded(Chosen, body)
    const { cell, suite } = yield* cellOf(query, id)
    const files = suiteInside(around.folder, suite.file)
    const selection = [`--filter=${cell.name}`, `--model=${cell.model}`]
    const planned = plannedId(query, id)
    const argv = Effect.as(onlyCell(around, [...selection, "--", ...files], planned), [
      "run",
      "--record",
      "--quiet",
      ...selection,
      "--",
      ...files
    ])
    return { job: yield* jobs.start(`record ${planned} again`, argv) }
  })

  const bless = Effect.fnUntraced(function* (query: URLSearchParams) {
    const { of } = yield* subjectOf(query)
    const found = yield* subjects.find(of)
    const to = `baselines/${basename(found.file).replace(/\.jsonl?$/, "")}.json`
    const argv = ["bless", found.file, "--to", to]
    return { job: yield* jobs.start(`bless ${found.file} as ${to}`, Effect.succeed(argv)) }
  })

  return {
    jobs: jobs.all,
    get: {
      "/api/label": (query) =>
        Effect.gen(function* () {
          const { cell } = yield* cellOf(query, query.get("cell") ?? "")
          const run = Number(query.get("run"))
          const found = (yield* labels).get(keyOf({ run, evidence: yield* evidenceIn(cell, run) }))
          return yield* json(found ?? {})
        })
    },
    post: {
      "/api/label": (query, body) => Effect.flatMap(label(query, body), json),
      "/api/record": (query, body) => Effect.flatMap(record(query, body), json),
      "/api/bless": (query) => Effect.flatMap(bless(query), json)
    }
  }
}

const refused = (what: string, hint: string): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ what, hint }))

const decoded = <A>(schema: Schema.Codec<A, unknown>, body: Uint8Array): Effect.Effect<A, UsageError> => {
  const value: unknown = tryCatch(() => JSON.parse(new TextDecoder().decode(body)))
  return Result.match(Schema.decodeUnknownResult(schema)(value), {
    onSuccess: (found) => Effect.succeed(found),
    onFailure: () => refused("The page asked for something that this passhat view does not know.", "Load it again.")
  })
}

/** A run that is shown without its trace cannot be told from another. */
const evidenceIn = ({ runs }: CellVerdict, index: number): Effect.Effect<string, UsageError> => {
  const trace = runs.find((run) => run.index === index)?.trace
  return trace === undefined
    ? refused(`Run #${index} has no trace here, so that it cannot be labelled.`, "Make the report with --with-traces.")
    : Effect.succeed(evidenceOf(trace))
}

/** Every suite of the project is looked at if the report names none that is there: its text is that of a file. */
const suiteInside = (folder: string, file: string | undefined): ReadonlyArray<string> =>
  file !== undefined && existsSync(resolve(folder, file)) && isInside(folder, resolve(folder, file)) ? [file] : []

/** A recording's place says which cell it is of: its header has names that are not in paths. */
const plannedId = (query: URLSearchParams, id: string): string =>
  query
    .get("recording")
    ?.replace(/^.*?cassettes\//, "")
    .replace(/\.jsonl$/, "") ?? id

/** Fails unless the selection is this cell alone: recording any other would cost what was not asked for. */
const onlyCell = Effect.fnUntraced(function* (around: Surroundings, selection: ReadonlyArray<string>, id: string) {
  const { code, stderr, stdout } = yield* childCommand(["plan", "--json", ...selection], {
    ...around,
    allowLive: false
  })
  const read: unknown = code === 0 ? tryCatch((): unknown => JSON.parse(stdout)) : undefined
  if (read === undefined) return yield* refused(`The suites cannot be planned: ${stderr.trim()}`, "Run passhat plan.")
  const cells = (Array.isArray(read) ? read : [read]).flatMap(({ cells: all }: Plan) => all.map((cell) => cell.id))
  if (cells.length !== 1 || cells[0] !== id) {
    return yield* refused(
      `The name of the cell selects ${cells.length === 0 ? "none" : cells.join(", ")}, and not ${id} alone.`,
      "Record it by hand: passhat run --record --filter <text>."
    )
  }
})

/** Messages do not name the folder of the machine. */
const named = <A, R>(folder: string, work: Effect.Effect<A, UsageError, R>) =>
  Effect.mapError(work, ({ hint, what }) => new UsageError({ what: what.replaceAll(`${folder}/`, ""), hint }))
