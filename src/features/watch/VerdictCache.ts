/**
 * The last verdicts of each suite file under `--watch`, and the report made of all of them.
 *
 * Each file is judged by itself, so what depends on all suites of a command is decided here: a suite without a selected
 * cell is left out, and so is every suite without `only` if another has it.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CellVerdict, Report, type SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { reportOf } from "../../engine/judge/reportOf.ts"
import { spawn } from "node:child_process"
import { CHILD_FILES } from "../../app/kit/childFiles.ts"
import { ownCommand } from "../../app/kit/ownCommand.ts"
import { projectOf } from "../../app/kit/project.ts"

/** By path, one verdict for each suite of the file. */
export type VerdictCache = ReadonlyMap<string, ReadonlyArray<SuiteVerdict>>

export const mergedReport = (cache: VerdictCache): Report => {
  const suites = [...cache].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, verdicts]) => verdicts)
  const alone = suites.some(saysOnly) ? suites.filter((one) => saysOnly(one) || one.cells.length === 0) : suites
  const selected = alone.filter((one) => !hasIssue(one, "NOTHING_SELECTED"))
  return reportOf(selected.length > 0 ? selected : alone, "complete")
}

/**
 * What the verdict of one suite depends on in the others: their names, which must differ, and `only`. If it changes, all
 * files are judged again.
 */
export const tiesOf = (cache: VerdictCache): string =>
  JSON.stringify([...cache].flatMap(([file, its]) => its.map((one) => [file, one.suite, saysOnly(one)])).toSorted())

/** One line for each cell whose verdict has changed. */
export const turns = (before: Report, after: Report): ReadonlyArray<string> => {
  const were = new Map(cellsOf(before).map((cell) => [cell.id, outcome(cell)]))
  return cellsOf(after).flatMap((cell) => {
    const was = were.get(cell.id)
    return was === undefined || was === outcome(cell) ? [] : [`${cell.name}: ${outcome(cell)}, was ${was}`]
  })
}

const cellsOf = ({ suites }: Report): ReadonlyArray<CellVerdict> => suites.flatMap(({ cells }) => cells)

const outcome = ({ skipped, verdict }: CellVerdict): string => (skipped === undefined ? verdict : "skipped")

const saysOnly = (one: SuiteVerdict): boolean => hasIssue(one, "ONLY")

const hasIssue = ({ issues }: SuiteVerdict, asked: "ONLY" | "NOTHING_SELECTED"): boolean =>
  issues.some(({ code }) => code === asked)

/** The same arguments without `--watch`, and with a json report in place of the reporters that were asked for. */
export const childArguments = (argv: ReadonlyArray<string>, withTraces: boolean): ReadonlyArray<string> => [
  ...argv.filter((word, at) => !/^--(?:watch|reporter)(?:=|$)/.test(word) && argv[at - 1] !== "--reporter"),
  "--reporter",
  "json",
  ...(withTraces && !argv.includes("--with-traces") ? ["--with-traces"] : [])
]

/** Fails with the sentence that the process wrote instead of a report. */
export const judgeInChild = (files: ReadonlyArray<string>, withTraces: boolean): Effect.Effect<Report, string> =>
  Effect.callback((resume) => {
    const [program = "", ...before] = ownCommand()
    const child = spawn(program, [...before, ...childArguments(process.argv.slice(2), withTraces)], {
      env: { ...process.env, NO_COLOR: "1", [CHILD_FILES]: JSON.stringify(files) },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const [stdout, stderr]: [Array<Buffer>, Array<Buffer>] = [[], []]
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.once("error", (error) => resume(Effect.fail(`The suites could not be judged: ${error.message}.`)))
    child.once("close", () =>
      resume(Effect.mapError(Effect.fromOption(decode(textOf(stdout))), () => sentenceOf(files, textOf(stderr))))
    )
    return Effect.sync(() => child.kill())
  })

const textOf = (chunks: ReadonlyArray<Buffer>): string => Buffer.concat(chunks).toString("utf8")

/** If a suite file that is the program does not load, its runtime writes the error instead of passhat. */
export const sentenceOf = (files: ReadonlyArray<string>, said: string): string => {
  const failure = said.split("\n").find((line) => /^(?:error|\w*Error): /.test(line))
  if (failure === undefined) return said.trim() || "The suites could not be judged."
  const names = files.map((file) => projectOf(file).file).join(", ")
  return `${names} could not be loaded: ${failure.replace(PREFIXES, "")}. Correct the file; it has to load without an error.`
}

const PREFIXES = /^(?:(?:error|\w*Error): |Uncaught (?:\(in promise\) )?)+/

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Report))
