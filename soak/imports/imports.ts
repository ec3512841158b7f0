/**
 * Imports of large files, one line a run, in a process whose heap is smaller than the file.
 */
import { closeSync, openSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { emptyProject, passhatCommand } from "../../test/app/project.ts"
import { type Measured, measured } from "../measured.ts"
import type { Soak } from "../Soak.ts"

const MEGABYTE = 1024 * 1024
/** Of JavaScript's heap, and of the whole process. */
const [HEAP, PEAK] = [96, 300]
const TASKS = 20

export const soak: Soak = {
  name: "imports",
  promise: `\`passhat import\` of a file with one line per run takes the memory of its largest run: ${PEAK} MiB for a file of any size.`,
  trials: "runs imported",
  sabotages: [
    {
      name: "holdsEverything",
      breaks: "every value of the file is held until its end",
      file: "src/features/import/sourceFiles.ts",
      find: "    values += parts.length\n",
      put: "    values += parts.length\n    Object.assign(globalThis, { [`held ${values}`]: parts })\n"
    }
  ],
  run: async ({ long, say }) => {
    using user = emptyProject({ "package.json": `{ "type": "module" }\n` })
    const file = join(user.folder, "runs.jsonl")
    const runs = writeRuns(file, (long ? 2_048 : 160) * MEGABYTE)
    say(`${runs} runs in ${Math.round(statSync(file).size / MEGABYTE)} MiB`)
    const begun = performance.now()
    const { code, output, peak } = await importFile(user.folder)
    const offences = [
      ...(code === 0 ? [] : [`The import ended with ${code}: ${output.slice(-300)}`]),
      ...(output.includes(`Imported ${runs} runs of ${TASKS} agents`) ? [] : [`Not ${runs} runs were imported.`]),
      ...(peak <= PEAK ? [] : [`The import took ${peak} MiB, with ${PEAK} promised.`])
    ]
    const seconds = Math.round((performance.now() - begun) / 1000)
    const size = `${Math.round(statSync(file).size / MEGABYTE)} MiB`
    return { tried: runs, offences, figures: { "size of the file": size, "peak memory": `${peak} MiB`, seconds } }
  }
}

/** Runs of tau-bench, each with a result of 64 KiB, until the file has the size. */
const writeRuns = (path: string, size: number): number => {
  const file = openSync(path, "w")
  let [runs, written] = [0, 0]
  for (; written < size; runs++) {
    const id = `call-${runs}`
    const call = { id, type: "function", function: { name: "look", arguments: JSON.stringify({ run: runs }) } }
    const traj = [
      { role: "user", content: "Look." },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: `${runs} `.repeat(Math.ceil(65_536 / (String(runs).length + 1))) },
      { role: "assistant", content: "Done." }
    ]
    const run = { task_id: runs % TASKS, trial: Math.floor(runs / TASKS), reward: runs % 2, traj }
    written += writeSync(file, `${JSON.stringify(run)}\n`)
  }
  closeSync(file)
  return runs
}

/** By Node, with a heap that is smaller than the file. */
const importFile = (cwd: string): Promise<Measured> =>
  measured(passhatCommand("node", ["import", "runs.jsonl", "--suite", "large"]), cwd, {
    NODE_OPTIONS: `--max-old-space-size=${HEAP}`
  })
