/**
 * Records the cell of eight runs, to be killed at any moment: `recorder.ts <directory> <log> <mode> <take> <umask>`.
 *
 * Prints `ready`, and starts at the first input. It logs each run before the model answers and after the run is kept, by a system call
 * that the recorder itself does not make. Exits with 0 if the cassette is complete, and with 3 if another process records it.
 */
import * as Effect from "effect/Effect"
import { openSync, writevSync } from "node:fs"
import process from "node:process"
import { logging, record } from "./eightRuns.ts"

const [directory = "", log = "", mode = "", take = "", umask = ""] = process.argv.slice(2)
const file = openSync(log, "a")
const encoder = new TextEncoder()
const note = (line: string): void => void writevSync(file, [encoder.encode(line), encoder.encode("\n")])

process.umask(Number(umask))
const recording = record({
  directory,
  mode: mode === "all" ? "all" : "missing",
  take,
  ...logging(take, note)
})

process.stdout.write("ready\n")
const told = await new Promise((go) => process.stdin.once("data", () => go(true)).once("end", () => go(false)))
if (told === false) process.exit(1)
const { cells } = await Effect.runPromise(recording)
const issues = cells
  .flatMap((one) => [...one.issues, ...one.runs.flatMap((run) => ("issue" in run ? [run.issue] : []))])
  .filter(({ advisory }) => !advisory)
for (const { message } of issues) process.stderr.write(`${message}\n`)
process.exit(issues.length === 0 ? 0 : issues.every(({ code }) => code === "BUSY_CASSETTE") ? 3 : 2)
