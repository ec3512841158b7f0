/**
 * What a page shows, as a report: a json report, a recording, a report that was dropped on the page, or one beside another.
 *
 * A recording has no verdict without its suite, and suites are not loaded: it is shown with its measures. What was read
 * last is kept, until its file changes.
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { resolve } from "node:path"
import type { CellVerdict, Report } from "../../base/domain/verdict/Verdict.ts"
import { type Contents, contentsOf } from "../html/Overview.ts"
import { trendsIn } from "../history/trendsIn.ts"
import { isInside } from "../mcp/insideProject.ts"
import { readAt } from "../../app/recordings/recordingsIn.ts"
import { comparingWith } from "../compare/baseline.ts"
import { parseReport, readReport } from "../../app/reports/readReport.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Summary } from "./Api.ts"
import type { ProjectFiles } from "./ProjectFiles.ts"
import type { Recording } from "../../base/domain/recording/Cassette.ts"
import { recordedCell } from "../../app/recordings/cellOf.ts"
import { scoredReport } from "../score/scoredReport.ts"

/** What an address names: `?report=run.json&baseline=main.json`. */
export interface Subject {
  readonly of: Place
  readonly baseline?: Place
}

interface Place {
  readonly kind: "report" | "recording" | "dropped"
  readonly name: string
}

export interface Opened extends Contents {
  /** Another text means that a file has changed since. */
  readonly version: string
  readonly report: Report
}

/** The folder that `passhat history` uses if no other is named. */
export const HISTORY = "history"

/** How many are kept, and how many that were dropped. */
const KEPT = 3
const DROPPED = 4
const SUMMED = 1_000

export const subjects = (project: string, files: ProjectFiles) => {
  const opened = new Map<string, Opened>()
  const dropped = new Map<string, Report>()
  const summed = new Map<string, Summary>()

  const found = Effect.fnUntraced(function* ({ kind, name }: Place) {
    const file = files.find(name)
    if (file === undefined || file.kind !== kind || !isInside(project, resolve(project, name))) {
      return yield* new UsageError({ what: `There is no ${kind} ${name} in this project.`, hint: "Choose another." })
    }
    return file
  })

  const stampOf = (place: Place): Effect.Effect<string, UsageError> =>
    place.kind === "dropped" ? Effect.succeed(place.name) : Effect.map(found(place), ({ stamp }) => stamp)

  const read = Effect.fnUntraced(function* (place: Place) {
    if (place.kind === "dropped") {
      const report = dropped.get(place.name)
      return (
        report ??
        (yield* new UsageError({ what: "This report is no longer here.", hint: "Drop its file on the page again." }))
      )
    }
    const { file, kind } = yield* found(place)
    return yield* named(
      project,
      file,
      kind === "report" ? readReport(resolve(project, file)) : recordingAt(project, file)
    )
  })

  const open = Effect.fnUntraced(function* ({ baseline, of }: Subject) {
    const stamps = yield* Effect.forEach([of, ...(baseline === undefined ? [] : [baseline])], stampOf)
    const key = JSON.stringify([of, baseline])
    const version = createHash("sha256").update(JSON.stringify(stamps)).digest("hex").slice(0, 16)
    const known = opened.get(key)
    opened.delete(key)
    const now = known?.version === version ? known : yield* readAnew(of, baseline, version)
    opened.set(key, now)
    for (const old of [...opened.keys()].slice(0, -KEPT)) opened.delete(old)
    return now
  })

  const readAnew = Effect.fnUntraced(function* (of: Place, other: Place | undefined, version: string) {
    const report = yield* read(of)
    const baseline =
      other === undefined
        ? undefined
        : yield* (yield* comparingWith(other.name, aligned(yield* read(other), report)))(report)
    // What is wrong with a history is shown by its own page.
    const trends = yield* Effect.orElseSucceed(trendsIn(resolve(project, HISTORY)), () => undefined)
    const { entries, overview } = contentsOf(report, baseline, trends)
    const heading = of.kind === "recording" ? { heading: "RECORDING" } : {}
    return { version, report, entries, overview: { ...overview, ...heading } } satisfies Opened
  })

  /** Reads the file whole, as opening it does, and keeps one line of it. */
  const summarize = Effect.fnUntraced(function* ({ of }: Subject) {
    const stamp = yield* stampOf(of)
    const key = JSON.stringify([of, stamp])
    const summary = summed.get(key) ?? (yield* summaryOf(of))
    summed.set(key, summary)
    for (const old of [...summed.keys()].slice(0, -SUMMED)) summed.delete(old)
    return summary
  })

  const summaryOf = Effect.fnUntraced(function* (place: Place) {
    if (place.kind === "recording") {
      const { file } = yield* found(place)
      return {
        cells: 1,
        runs: (yield* named(project, file, readAt(resolve(project, file)))).runs.size
      } satisfies Summary
    }
    const { status, suites, verdict } = yield* read(place)
    const cells = suites.flatMap((suite) => suite.cells)
    const runs = cells.reduce((sum, cell) => sum + cell.runs.length, 0)
    return { verdict, status, cells: cells.length, runs } satisfies Summary
  })

  return {
    open,
    summarize,
    find: found,
    /** Checks a report as `passhat report` does, and returns the name under which it is shown. */
    drop: Effect.fnUntraced(function* (name: string, bytes: Uint8Array) {
      const report = yield* Effect.fromResult(parseReport(name, bytes))
      const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32)
      dropped.delete(id)
      dropped.set(id, report)
      for (const old of [...dropped.keys()].slice(0, -DROPPED)) dropped.delete(old)
      return id
    })
  }
}

export type Subjects = ReturnType<typeof subjects>

const recordingAt = (project: string, file: string) =>
  Effect.map(readAt(resolve(project, file)), (recording) => recordingReport({ ...recording, file }))

/** Messages name a file as the page does, without the folder of the machine. */
const named = <A, R>(project: string, file: string, reading: Effect.Effect<A, UsageError, R>) =>
  Effect.mapError(
    reading,
    ({ hint, what }) => new UsageError({ what: what.replaceAll(resolve(project, file), file), hint })
  )

/** Two that have one cell each are compared whatever their cells are called: two models, say, or two agents. */
const aligned = (before: Report, now: Report): Report => {
  const [cells, others] = [before, now].map(({ suites }) => suites.flatMap((suite) => suite.cells))
  const [only, other] = [cells?.[0], others?.[0]]
  if (cells?.length !== 1 || others?.length !== 1 || only === undefined || other === undefined) return before
  return {
    ...before,
    suites: before.suites.map((suite) => ({ ...suite, cells: suite.cells.map((cell) => ({ ...cell, id: other.id })) }))
  }
}

/** A recording as a report, without its suite: measured as by `passhat score`, and judged by nothing. None of its runs passes. */
const recordingReport = (recording: Recording): Report => {
  const { suites, ...report } = scoredReport([recordedCell(recording)])
  const unjudged = ({ issues, runs, ...cell }: CellVerdict): CellVerdict => ({
    ...cell,
    verdict: "none",
    recorded_at: recording.header.recorded_at,
    // That there is no gate is what a recording is.
    issues: issues.filter(({ code }) => code !== "NO_GATES"),
    runs: runs.map((run) => ({ ...run, verdict: "none" as const }))
  })
  return {
    ...report,
    verdict: "none",
    suites: suites.map((suite) => ({ ...suite, verdict: "none" as const, cells: suite.cells.map(unjudged) }))
  }
}
