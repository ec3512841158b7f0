/**
 * Where reports go: which reporters were asked for, and whether each writes to a file or to standard output.
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import type { Report } from "../domain/Verdict.ts"
import { writeAtomically } from "../layers/platform/writeAtomically.ts"
import { nearest } from "../std/nearest.ts"
import type { Reporter, RenderOptions } from "../report/Reporter.ts"
import { stdout } from "./output.ts"
import { reporters } from "./reporters.ts"
import type { RunFlags } from "./flags/runFlags.ts"
import { hasColor, widthOf } from "./terminal.ts"
import { UsageError } from "./UsageError.ts"

export interface Outlet {
  readonly reporter: Reporter
  /** Standard output unless said. */
  readonly file?: string
}

/** Reads `--reporter`. Checked before anything runs, so that a misspelt name costs nothing. */
export const outletsOf = Effect.fnUntraced(function* ({ reporter: asked }: Pick<RunFlags, "reporter">) {
  const outlets = yield* Effect.forEach(asked.length === 0 ? ["pretty"] : asked, outlet)
  const printed = outlets.filter((one) => one.file === undefined)
  if (printed.length > 1 && !printed.every((one) => one.reporter.forPeople === true)) {
    return yield* new UsageError({
      what: `The reporters ${printed.map((one) => one.reporter.name).join(" and ")} would both write to standard output.`,
      hint: `Give one a file: --reporter ${printed[1]?.reporter.name}=report.txt.`
    })
  }
  return outlets
})

const outlet = Effect.fnUntraced(function* (text: string) {
  const [name = "", ...rest] = text.split("=")
  const file = rest.join("=")
  const named = reporters.find((one) => one.name === name)
  const names = reporters.map((one) => one.name)
  const close = nearest(name, names)
  if (named === undefined) {
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
  return { reporter, ...(rest.length > 0 && { file }) } satisfies Outlet
})

type SightFlags = Pick<RunFlags, "color" | "quiet" | "verbose">

/** Writes one report. A file is written whole or not at all. */
export const deliver = Effect.fnUntraced(function* (
  { file, reporter }: Outlet,
  report: Report,
  { color, quiet, verbose }: SightFlags
) {
  const options = { ...sightOf(file, color), quiet, verbose }
  const text = reporter.render(report, options)
  yield* file === undefined
    ? stdout(text)
    : Effect.mapError(writeAtomically(resolve(file), text), (error) => notWritten(file, error))
  const summary = process.env["GITHUB_STEP_SUMMARY"] ?? ""
  if (reporter.summary !== undefined && summary !== "") yield* append(summary, reporter.summary(report, options))
})

/** The steps of a job share the file of its summary. */
const append = Effect.fnUntraced(function* (file: string, text: Iterable<string>) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.mapError(fs.writeFileString(file, [...text, "\n"].join(""), { flag: "a" }), (error) =>
    notWritten(file, error)
  )
})

export const notWritten = (file: string, { message }: PlatformError): UsageError =>
  new UsageError({ what: `The report could not be written to ${file}: ${message}.`, hint: "Choose another file." })

/** What the reader can see: a file has no colours, and lines of any length. */
const sightOf = (file: string | undefined, asked: boolean | undefined): Pick<RenderOptions, "color" | "width"> =>
  file === undefined ? { color: asked ?? hasColor(1), width: widthOf(1) } : { color: false, width: Infinity }
