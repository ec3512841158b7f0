/**
 * Records the cell of eight runs, to be killed at any moment: `recorder.ts <directory> <log> <mode> <take>`.
 *
 * Prints `ready`, and starts at the first input. It logs each run before the model answers and after the run is kept;
 * each line is on the disk before the program continues. Exits with 0 if the cassette is complete, and with 3 if another
 * process records it.
 */
import * as Effect from "effect/Effect"
import { fsyncSync, openSync, writeSync } from "node:fs"
import { record } from "./eightRuns.ts"

const [directory = "", log = "", mode = "", take = ""] = process.argv.slice(2)
const file = openSync(log, "a")
const note = (line: string): void => {
  writeSync(file, `${line}\n`)
  fsyncSync(file)
}

const recording = record({
  directory,
  mode: mode === "all" ? "all" : "missing",
  take,
  asked: ({ messages, run }) => messages.length === 1 && note(`performed ${take} ${run}`),
  seen: (event) => {
    if (event._tag !== "RunFinished" || !("trace" in event.result)) return
    const { index, trace } = event.result
    if (trace.final_response.includes(`of take ${take}.`)) note(`kept ${take} ${index}`)
  }
})

process.stdout.write("ready\n")
const told = await new Promise((go) => process.stdin.once("data", () => go(true)).once("end", () => go(false)))
if (told === false) process.exit(1)
const { cells } = await Effect.runPromise(recording)
const issues = cells.flatMap((one) => one.issues).filter(({ advisory }) => !advisory)
for (const { message } of issues) process.stderr.write(`${message}\n`)
process.exit(issues.length === 0 ? 0 : issues.every(({ code }) => code === "BUSY_CASSETTE") ? 3 : 2)
