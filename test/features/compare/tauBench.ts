/**
 * The published runs of tau-bench as recordings: a cell a task, a run a trial, its reward as the recorded outcome.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { call } from "../../traces.ts"
import { writeRecording } from "./recordings.ts"

export const tauBench = join(import.meta.dirname, "../../../../shared/data/tau-bench")

interface Trial {
  readonly task_id: number
  readonly trial: number
  readonly reward: number
  readonly info: { readonly task: { readonly instruction: string } }
  readonly traj: ReadonlyArray<{
    readonly tool_calls?: ReadonlyArray<{
      readonly function: { readonly name: string; readonly arguments: string }
    }> | null
  }>
}

/** Writes the trials of these numbers, from 0, and returns how many runs there are. */
export const writeTauBench = (folder: string, numbers: ReadonlyArray<number>): number => {
  const trials: ReadonlyArray<Trial> = JSON.parse(readFileSync(join(tauBench, "gpt-4o-airline.json"), "utf8"))
  const chosen = trials.filter(({ trial }) => numbers.includes(trial))
  for (const task of new Set(chosen.map(({ task_id }) => task_id))) {
    const its = chosen.filter(({ task_id }) => task_id === task).toSorted((a, b) => a.trial - b.trial)
    writeRecording(folder, {
      agent: `airline ${task}`,
      prompt: its[0]!.info.task.instruction,
      runs: its.map(({ reward, traj }) => ({
        passed: reward === 1,
        calls: traj.flatMap(({ tool_calls }) =>
          (tool_calls ?? []).map(({ function: { arguments: args, name } }) => call(name, JSON.parse(args), "airline"))
        )
      }))
    })
  }
  return chosen.length
}
