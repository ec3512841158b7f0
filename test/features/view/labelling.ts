/**
 * A project with a recording of many runs, which processes of `passhat view --actions` label over HTTP.
 */
import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { bareLines } from "../../engine/cassette/reseal.ts"
import { emptyProject, root } from "../../app/project.ts"
import { type Viewing, viewing } from "./viewing.ts"

const RECORDING = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

export const runsUpTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at + 1)

/** Removed by `using`. */
export const labelProject = (count: number) => {
  const [header = "", first = ""] = bareLines(readFileSync(join(root, RECORDING), "utf8"))
  const runs = runsUpTo(count).map((index): RecordedRun => ({ ...JSON.parse(first), index }))
  return emptyProject({ "package.json": "{}", [RECORDING]: formatCassette(JSON.parse(header), runs) })
}

/** Returns the status of the answer. Rejects where the process is killed before it answers. */
export const postLabel = async (view: Viewing, run: number): Promise<number> => {
  const body = JSON.stringify({ cell: "weather/asks-for-the-weather/claude-sonnet-4-5", run, label: "good" })
  return (await view.ask(`/api/label?recording=${encodeURIComponent(RECORDING)}`, { method: "POST", body })).status
}

export const labelledRuns = (folder: string): ReadonlyArray<number> => {
  const file = join(folder, "labels.jsonl")
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []
  return lines.map((line): number => JSON.parse(line).run).toSorted((a, b) => a - b)
}

/** Locks and temporary files. */
export const leftBeside = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.includes("labels") && name !== "labels.jsonl")

/** Posts a label of each run at once, and kills the process as soon as a file whose name ends so appears. Returns the answered runs. */
export const killedWhileLabelling = async (
  folder: string,
  count: number,
  stage: string
): Promise<ReadonlyArray<number>> => {
  const view = await viewing(folder, ["--actions"])
  let killed: Promise<unknown> | undefined
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith(stage) === true) killed ??= view.end("SIGKILL")
  })
  const answers = await Promise.allSettled(runsUpTo(count).map((run) => postLabel(view, run)))
  await (killed ?? view.end())
  watcher.close()
  // A write takes less time than a kill: the kill need not have come before the file had its name.
  writeFileSync(join(folder, `.labels.jsonl.${randomUUID()}.tmp`), '{"run":')
  return runsUpTo(count).filter((run) => answers[run - 1]?.status === "fulfilled")
}
