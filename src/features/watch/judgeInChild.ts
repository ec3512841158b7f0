/**
 * Judges some suites of a command in a new process, which cannot have an old version of a module loaded.
 */
import { spawn } from "node:child_process"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Report } from "../../base/domain/verdict/Verdict.ts"
import { CHILD_FILES, ownCommand } from "../../app/kit/childFiles.ts"
import { projectOf } from "../../app/kit/project.ts"

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
