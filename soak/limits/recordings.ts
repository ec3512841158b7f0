/**
 * Recordings of long runs, made by importing them.
 */
import { closeSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { passhatCommand } from "../../test/app/project.ts"
import { measured } from "../measured.ts"

/** Imports runs of the format tau-bench, a line each, and gives the suite gates over all calls. */
export const importRuns = async (
  user: {
    readonly folder: string
    readonly edit: (file: string, change: (text: string) => string) => void
  },
  lines: Iterable<string>
): Promise<void> => {
  const file = openSync(join(user.folder, "runs.jsonl"), "w")
  for (const line of lines) writeSync(file, `${line}\n`)
  closeSync(file)
  const args = ["import", "runs.jsonl", "--suite", "many", "--format", "tau-bench"]
  const { code, output } = await measured(passhatCommand("bun", args), user.folder)
  if (code !== 0) throw new Error(`The runs could not be imported: ${output}`)
  user.edit("suites/many.ts", (text) =>
    text
      .replace("import { agent, ", "import { agent, call, trajectory, ")
      .replace("passed, ", 'passed, trajectory("subsequence", call(tauBench.tools.look), call(tauBench.tools.look)), ')
  )
}

export function* longRuns(runs: number, calls: number): Generator<string> {
  for (let run = 0; run < runs; run++) {
    yield runOf(run, Array.from({ length: calls }, (_, at) => looks(at, String(at))).flat())
  }
}

const runOf = (trial: number, calls: ReadonlyArray<object>): string =>
  JSON.stringify({
    task_id: 0,
    trial,
    reward: 1,
    traj: [{ role: "user", content: "Look." }, ...calls, { role: "assistant", content: "Done." }]
  })

const looks = (at: number, content: string): ReadonlyArray<object> => {
  const id = `call-${at}`
  const call = { id, type: "function", function: { name: "look", arguments: JSON.stringify({ at }) } }
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content }
  ]
}
