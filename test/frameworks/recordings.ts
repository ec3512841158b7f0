/**
 * Records a suite of a framework on a runtime, and reads what was recorded.
 */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import type { Trace } from "../../src/base/domain/trace/Trace.ts"
import type { Report } from "../../src/base/domain/verdict/Verdict.ts"
import { everyRuntime, type Runtime } from "../app/everyRuntime.ts"
import { begin, type Finished, run, runtimes, start } from "../app/project.ts"

export type { Runtime } from "../app/everyRuntime.ts"
export interface Recording {
  readonly file: string
  readonly folder: string
  readonly finished: Finished
  readonly report: Report
  /** By the name of the agent, in the order of the runs. */
  readonly traces: ReadonlyMap<string, ReadonlyArray<Trace>>
  /** What the framework told, by the name under which the suite wrote it. */
  readonly told: ReadonlyMap<string, unknown>
}

/** `program` is what starts a suite's file, for a runtime that is not installed with passhat. */
export const record = async (
  file: string,
  runtime: Runtime,
  env: { readonly [name: string]: string } = {},
  program?: ReadonlyArray<string>
): Promise<Recording> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-framework-"))
  const told = join(folder, "told")
  const cwd = dirname(file)
  const args = ["--record", "--cassettes", folder, "--reporter", "json"]
  const options = { runtime, cwd, env: { ...env, FRAMEWORK_TOLD: told } }
  const { finished } = program === undefined ? start(file, args, options) : begin([...program, file, ...args], options)
  const done = await finished
  return {
    file,
    folder,
    finished: done,
    report: reportOf(done),
    traces: new Map(filesIn(folder, ".jsonl").map((path) => [basename(dirname(path)), tracesIn(path)])),
    told: new Map(
      filesIn(folder, ".json").map((path) => [basename(path, ".json"), JSON.parse(readFileSync(path, "utf8"))])
    )
  }
}

/** What every runtime says of a recording. */
export const replays = ({ file, folder }: Recording): ReadonlyArray<Finished> =>
  everyRuntime.map((runtime) =>
    run(file, ["--cassettes", folder, "--reporter", "json"], { runtime, cwd: dirname(file) })
  )

/** Starts a file with another Node. */
export const nodeAt = (path: string): ReadonlyArray<string> => [path, ...runtimes.node.slice(1)]

const reportOf = ({ stderr, stdout }: Finished): Report => {
  if (!stdout.startsWith("{")) throw new Error(`The suite wrote no report: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}

const filesIn = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .toSorted()

/** The first line of a recording is its header, and the last holds the number of runs. */
const tracesIn = (path: string): ReadonlyArray<Trace> =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line).trace)
