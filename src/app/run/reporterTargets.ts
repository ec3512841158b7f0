/**
 * Which reporters `--reporter` asks for, and where each writes: to a file, or to standard output.
 */
import { appendFileSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import type { Trends } from "../../base/domain/verdict/History.ts"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { destinationOf } from "../../engine/layers/platform/destinationOf.ts"
import { writeWhole } from "../../engine/layers/platform/writeWhole.ts"
import type { RenderOptions, Reporter } from "../../edges/report/Reporter.ts"
import { errorCode } from "../../base/std/errorCode.ts"
import { nearest } from "../../base/std/nearest.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { CompareWithBaseline } from "../../features/compare/baseline.ts"
import { UsageError } from "../kit/UsageError.ts"
import { stdout } from "../kit/output/output.ts"
import { reporters } from "./reporters.ts"
import { hasColor, widthOf } from "../kit/output/terminal.ts"
import { lazily } from "../kit/lazily.ts"

export interface ReporterTarget {
  readonly reporter: Reporter
  /** Undefined for standard output. */
  readonly file?: string
}

/** Fails before anything runs, so that a misspelt name costs nothing. */
export const reporterTargets = Effect.fnUntraced(function* ({ reporter: asked }: Pick<RunFlags, "reporter">) {
  const targets = yield* Effect.forEach(asked.length === 0 ? ["pretty"] : asked, targetOf)
  const printed = targets.filter(({ file }) => file === undefined)
  if (printed.length > 1 && !printed.every(({ reporter }) => reporter.forPeople === true)) {
    return yield* new UsageError({
      what: `The reporters ${printed.map(({ reporter }) => reporter.name).join(" and ")} would both write to standard output.`,
      hint: `Give one a file: --reporter ${printed[1]?.reporter.name}=report.txt.`
    })
  }
  return targets
})

/** The targets of a program, whose standard output is its own. */
export const fileTargets = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const targets = yield* Effect.forEach(asked, targetOf)
  const printed = targets.find(({ file }) => file === undefined)
  if (printed === undefined) return targets
  const { name } = printed.reporter
  return yield* new UsageError({
    what: `The reporter ${name} has no file, and run prints nothing.`,
    hint: `Give it one: "${name}=report.txt".`
  })
})

const targetOf = Effect.fnUntraced(function* (text: string) {
  const [name = "", ...rest] = text.split("=")
  const file = rest.join("=")
  const named = reporters.find((one) => one.name === name)
  if (named === undefined) {
    const names = reporters.map((one) => one.name)
    const close = nearest(name, names)
    return yield* new UsageError({
      what: `There is no reporter "${name}".`,
      hint: close === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${close}?`
    })
  }
  if (rest.length > 0 && file === "") {
    return yield* new UsageError({
      what: `--reporter ${text} names no file.`,
      hint: `Write --reporter ${name}=report.txt.`
    })
  }
  const reporter = yield* Effect.promise(named.load)
  return { reporter, ...(rest.length > 0 && { file }) } satisfies ReporterTarget
})

/** Reads the baseline that `--baseline` names, if it names one. */
export const baselineAsked = Effect.fnUntraced(function* (
  { baseline }: Pick<RunFlags, "baseline">,
  targets: ReadonlyArray<ReporterTarget>
) {
  if (baseline === undefined) return undefined
  return yield* readBaseline(baseline, targets)
})

const readBaseline = lazily(() => import("../../features/compare/baseline.ts"), "readBaseline")

type ViewFlags = Pick<RunFlags, "color" | "quiet" | "verbose">

/** What reporters may show beside a report. */
export interface Beside {
  readonly compared?: CompareWithBaseline | undefined
  readonly trends?: Trends | undefined
}

/** Writes every report that can be written, then fails with the first that could not. */
export const deliverAll = Effect.fnUntraced(function* (
  targets: ReadonlyArray<ReporterTarget>,
  reportFor: (reporter: Reporter) => Effect.Effect<Report>,
  flags: ViewFlags,
  beside: Beside = {}
) {
  const failures: Array<UsageError> = []
  for (const target of targets) {
    const shown = yield* reportFor(target.reporter)
    yield* Effect.catch(deliver(target, shown, flags, beside), (error) => Effect.sync(() => void failures.push(error)))
  }
  if (failures[0] !== undefined) return yield* failures[0]
})

/** Writes one report. A file is written whole or not at all; a device or a pipe is written into. */
const deliver = Effect.fnUntraced(function* (
  { file, reporter }: ReporterTarget,
  report: Report,
  { color, quiet, verbose }: ViewFlags,
  { compared, trends }: Beside
) {
  const baseline = reporter.showsBaseline === true ? yield* compared?.(report) ?? Effect.succeed(undefined) : undefined
  const options = {
    ...viewOf(file, color),
    quiet,
    verbose,
    time: timeOf(),
    ...(baseline !== undefined && { baseline }),
    ...(trends !== undefined && { trends })
  }
  const text = reporter.render(report, options)
  if (file === undefined) yield* stdout(text)
  else if (reporter.isSent === true && /^https?:\/\//.test(file)) {
    yield* sendReport(file, text)
  } else yield* writeReport(file, text)
  const summary = process.env["GITHUB_STEP_SUMMARY"] ?? ""
  if (reporter.summary !== undefined && summary !== "") {
    const lines = reporter.summary(report, options)
    // The steps of a job share the file of its summary.
    yield* tryWriting(summary, () => appendFileSync(summary, [...lines, "\n"].join("")))
  }
})

const sendReport = lazily(() => import("./sendReport.ts"), "sendReport")

const writeReport = Effect.fnUntraced(function* (file: string, text: Iterable<string>) {
  const { isNode, path } = yield* tryWriting(file, () => destinationOf(resolve(file)))
  if (!isNode) return yield* tryWriting(file, () => writeWhole(path, text))
  const { writeInto } = yield* Effect.promise(() => import("../../engine/layers/platform/writeInto.ts"))
  yield* Effect.tryPromise({ try: () => writeInto(path, text), catch: unwritten(file) })
})

/** Runs code of `node:fs` that writes a report. What it throws becomes a sentence. */
export const tryWriting = <A>(file: string, write: () => A): Effect.Effect<A, UsageError> =>
  Effect.try({ try: write, catch: unwritten(file) })

const unwritten =
  (file: string) =>
  (thrown: unknown): UsageError =>
    new UsageError({
      what: `The report could not be written to ${file}: ${errorCode(thrown)}.`,
      hint: "Make room for it, or choose another file."
    })

/** Builds that are to be repeatable set their own time: https://reproducible-builds.org/specs/source-date-epoch/ */
export const timeOf = (): number => {
  const seconds = process.env["SOURCE_DATE_EPOCH"] ?? ""
  return /^\d{1,11}$/.test(seconds) ? Number(seconds) * 1000 : Date.now()
}

/** A file has no colours, and lines of any length. */
const viewOf = (file: string | undefined, color: boolean | undefined): Pick<RenderOptions, "color" | "width"> =>
  file === undefined ? { color: color ?? hasColor(1), width: widthOf(1) } : { color: false, width: Infinity }
