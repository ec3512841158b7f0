/**
 * Reads every run of the files, puts it on the spool, and keeps what the suite needs to know of it.
 */
import * as Effect from "effect/Effect"
import { MAX_LINE } from "../../engine/cassette/recordingReader.ts"
import { type FormatName, formats } from "./formats/formats.ts"
import { type Document, type Finding, finding, type Item, type Place, type Refusal } from "../../edges/telemetry/Item.ts"
import type { Flaw } from "./formats/splitJson.ts"
import type { Redactor } from "../../engine/layers/record/redact.ts"
import { shorten } from "../../base/std/shorten.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { type Cells, makeCells } from "./cells.ts"
import { lineOf, type SourceFile, unreadable, valuesOf } from "./sourceFiles.ts"
import type { Spool } from "./spool.ts"

export interface Collected extends Cells {
  readonly findings: ReadonlyMap<string, CountedFinding>
  readonly repaired: { ids: number; errors: number; unflagged: number }
}

/** Findings of the same kind. */
export interface CountedFinding {
  readonly first: Place
  count: number
  isRun: boolean
}

/** How many runs are read before signals are listened to again. */
const AT_ONCE = 16

export const collect = Effect.fnUntraced(function* (
  files: ReadonlyArray<SourceFile>,
  format: FormatName,
  flags: ValuesOf<"import">,
  redactor: Redactor,
  spool: Spool
) {
  const reading = makeReading(files, format)
  const cells = makeCells(flags.groupBy, redactor)
  const findings = new Map<string, CountedFinding>()
  const repaired = { ids: 0, errors: 0, unflagged: 0 }
  const options = { inferErrors: flags.inferErrors, outcome: flags.outcome }
  const items = formats[format].read(reading.documents, options)[Symbol.iterator]()
  const take = (item: Item): UsageError | undefined => {
    if (item.kind === "finding") return void count(findings, item)
    if (item.kind === "refusal") return refusedBy(item, files)
    if (item.kind === "missing") {
      reading.missed(item.place.file)
      count(findings, finding("a run without messages of its agent", item.place, true))
      return cells.miss(item)
    }
    const place = spool.put(item)
    if (place.bytes > MAX_LINE) return void count(findings, finding("a run of more than 64 MB", item.place, true))
    repaired.ids += item.repairs.ids
    repaired.errors += item.repairs.errors
    repaired.unflagged += item.repairs.unflagged
    reading.found(item.place.file)
    return cells.add(item, place)
  }
  for (let step = items.next(), at = 0; !step.done; step = items.next(), at++) {
    const refused = take(step.value)
    if (refused !== undefined) return yield* refused
    if (at % AT_ONCE === 0) yield* Effect.yieldNow
  }
  const refused = reading.problem() ?? outcomeProblem(cells, flags.outcome)
  if (refused !== undefined) return yield* refused
  return { ...cells.all(), findings, repaired } satisfies Collected
})

/** A name in a file may be of any length. */
export const refusedBy = ({ fix, place, what }: Refusal, files: ReadonlyArray<SourceFile>): UsageError => {
  const line = lineOf(place, files)
  return new UsageError({
    what: `${place.file}${shorten(place.pointer, 200)}${line === undefined ? "" : ` in line ${line}`} ${what}.`,
    hint: `${fix} Nothing was written.`
  })
}

const count = (findings: Map<string, CountedFinding>, { isRun, place, what }: Finding): void => {
  const known = findings.get(what)
  if (known === undefined) findings.set(what, { first: place, count: 1, isRun: isRun === true })
  else known.count++
}

/** The documents of all files, and what was wrong with the first file that could not be read to its end. */
const makeReading = (files: ReadonlyArray<SourceFile>, format: FormatName) => {
  const [withRuns, missed] = [new Set<string>(), new Set<string>()]
  let broken: { readonly file: SourceFile; readonly flaw: Flaw } | undefined
  function* documents(): Generator<Document> {
    for (const file of files) {
      for (const value of valuesOf(file)) {
        if ("flaw" in value) return void (broken = { file, flaw: value })
        yield value
      }
    }
  }
  const problem = (): UsageError | undefined => {
    if (broken !== undefined) return unreadable(broken.file, broken.flaw)
    const empty = files.find(({ isNamed, shown }) => isNamed && !withRuns.has(shown))
    if (empty === undefined && withRuns.size > 0) return undefined
    if (missed.has(empty?.shown ?? "")) {
      return new UsageError({
        what: `${empty?.shown} has runs without messages of their agent, and no other run.`,
        hint: "Leave the file out. Nothing was written."
      })
    }
    return new UsageError({
      what: `${empty?.shown ?? `Every one of the ${files.length} files`} holds no run of the format ${format}.`,
      hint: "Name the format that it has with --format, or leave the file out. Nothing was written."
    })
  }
  return {
    documents: documents(),
    found: (file: string) => void withRuns.add(file),
    missed: (file: string) => void missed.add(file),
    problem
  }
}

const outcomeProblem = (cells: { readonly all: () => Cells }, outcome: string | undefined): UsageError | undefined =>
  outcome === undefined || cells.all().outcomes > 0
    ? undefined
    : new UsageError({
        what: `No run has an outcome at ${outcome}.`,
        hint: "Name a field that is true or false, or a number, such as reward_info.reward. Nothing was written."
      })
