/**
 * `passhat import`: makes a suite and recordings of runs that other programs recorded. Returns the exit code.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { makeRedactor } from "../../engine/layers/record/redact.ts"
import { secretsOf } from "../../engine/layers/record/secrets.ts"
import { compile } from "../../language/plan/compile.ts"
import type { importRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { inspectProject } from "../init/TargetProject.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { readEnvironment } from "../../app/kit/environment.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import { rootAbove } from "../../app/kit/project.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { type Collected, collect } from "./collect.ts"
import { importedSuite } from "./importedSuite.ts"
import { type SourceFile, sourceFiles, unreadable, valuesOf } from "./sourceFiles.ts"
import { openSpool } from "./spool.ts"
import { suiteText } from "./suiteText.ts"
import { type ImportTarget, targetOf } from "./target.ts"
import { writeRecordings } from "./writeRecordings.ts"
import { type FormatName, fitting, formats } from "./formats/formats.ts"
import { escapeLine } from "../../base/std/escape.ts"

type ImportFlags = Values<typeof importRow>

export const importFiles = Effect.fn("import")(function* (flags: ImportFlags) {
  const signal = yield* firstSignal
  return yield* Effect.raceFirst(
    Effect.scoped(work(flags)),
    Effect.map(signal, (name) => exitCodes[name])
  )
}, Effect.scoped)

/** Everything is made in a folder of its own, so that nothing is written until all of it can be. */
const work = Effect.fnUntraced(function* (flags: ImportFlags) {
  const project = yield* inspectProject(rootAbove(process.cwd()) ?? process.cwd())
  const redactor = makeRedactor(secretsOf(yield* readEnvironment([project.folder])))
  const name = redactor.text(flags.suite)
  const files = yield* sourceFiles(flags.files)
  const format = yield* chooseFormat(flags.format, files)
  const target = yield* targetOf(project, name, flags.overwrite)
  const spool = yield* openSpool(join(target.staging, "runs.spool"))
  const collected = yield* collect(files, format, flags, redactor, spool)
  const compiled = compile(importedSuite(name, format, collected))
  if ("issues" in compiled) {
    const [first] = compiled.issues
    return yield* new UsageError({
      what: first?.message ?? "",
      hint: "Tell them apart with --group-by. Nothing was written."
    })
  }
  const { plan } = compiled
  const { countBroken } = flags
  yield* writeRecordings(collected.cells, { folder: target.staging, plan, redactor, spool, countBroken })
  yield* target.commit(suiteText(name, format, target.recordings, collected))
  yield* stdout(summary({ format, files: files.length, target, collected, countBroken }))
  return 0
})

/** How many values of a file are looked at. */
const SAMPLE = 64

const chooseFormat = Effect.fnUntraced(function* (
  named: FormatName | "auto" | undefined,
  files: ReadonlyArray<SourceFile>
) {
  if (named !== undefined && named !== "auto") return named
  const samples = files.map((file) => ({ file, values: [...valuesOf(file, SAMPLE)] }))
  const fits = samples
    .map(({ file, values }) => ({ file, names: fitting(values.flatMap((value) => ("flaw" in value ? [] : [value]))) }))
    .filter(({ names }) => names.length > 0)
  const names = [...new Set(fits.flatMap((one) => one.names))]
  // The messages of MCPMark's runs are those of other formats: its meta.json tells.
  if (names.includes("mcpmark")) return "mcpmark"
  // Messages without a call may be of several formats: then any that all files may be of reads them alike.
  const name = names.find((one) => fits.every((fit) => fit.names.includes(one)))
  if (name !== undefined) return name
  for (const { file, values } of fits.length === 0 ? samples : []) {
    const flaw = values.find((value) => "flaw" in value)
    if (flaw !== undefined) return yield* unreadable(file, flaw)
  }
  const firsts = [...new Set(fits.map((fit) => fit.names[0]))]
  const [what, hint] =
    fits.length === 0
      ? [
          `No format that is known fits ${files.length === 1 ? files[0]?.shown : `any of the ${files.length} files`}.`,
          `Name it with --format: ${Object.keys(formats).join(", ")}.`
        ]
      : [
          `The files are of several formats: ${firsts.map((one) => `${fits.find((fit) => fit.names[0] === one)?.file.shown} is ${one}`).join(", ")}.`,
          "Import the files of each format on their own."
        ]
  return yield* new UsageError({ what, hint })
})

/** What an import did, for the person who asked for it: what was written, and everything that is not in it. */
export interface Imported {
  readonly format: string
  readonly files: number
  readonly target: ImportTarget
  readonly collected: Collected
  readonly countBroken: boolean
}

export const summary = ({ collected, countBroken, files, format, target }: Imported): string => {
  const { broken, cells, findings, otherPrompts, otherSystems, outcomes, repaired, runs, withoutTokens } = collected
  const all = [...findings].toSorted(([, a], [, b]) => Number(b.isRun) - Number(a.isRun))
  const left = all.filter(([, { isRun }]) => isRun).reduce((sum, [, { count }]) => sum + count, 0)
  const rows: ReadonlyArray<readonly [number, string]> = [
    [runs - outcomes, "without an outcome"],
    [broken, `ended by a broken environment: ${countBroken ? "counted as failures" : "without a verdict"}`],
    [withoutTokens, "without tokens, since not every answer says how many it took"]
  ]
  const others: ReadonlyArray<readonly [string, number]> = [
    ["Agents whose runs have several prompts, of which the suite has the first", otherPrompts],
    ["Agents whose runs have several system prompts, of which the suite has the first", otherSystems],
    ["Ids of calls that were missing or not unique, and were replaced", repaired.ids],
    ["Results that are errors because they look like it", repaired.errors],
    ["Results that look like errors and have no flag that says so, which --infer-errors counts", repaired.unflagged]
  ]
  return [
    `Imported ${counted(runs, "run")} of ${counted(cells.length, "agent")} from ${counted(files, "file")} of the format ${format}.`,
    `  ${target.suite}`,
    `  ${target.recordings}`,
    `Left out: ${left === 0 ? "no run" : counted(left, "run")}.`,
    ...all.map(
      ([what, { count, first }]) =>
        `  ${count} × ${what}: ${first.file}${first.pointer}${count > 1 ? " and others" : ""}`
    ),
    ...rows.filter(([count]) => count > 0).map(([count, what]) => `${counted(count, "run")} ${what}.`),
    ...others.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}.`),
    `Judge them: passhat run ${target.suite}`
  ]
    .map((line) => `${escapeLine(line)}\n`)
    .join("")
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`
