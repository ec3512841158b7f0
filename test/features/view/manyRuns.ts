/**
 * A recording in progress with many runs, in the files that a recorder writes: its journal, line by line, its lock and what is under way.
 */
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RecordedRun, Recording } from "../../../src/base/domain/recording/Cassette.ts"
import type { UnderWay } from "../../../src/base/domain/recording/UnderWay.ts"
import { thisProcess } from "../../../src/engine/layers/platform/processes.ts"
import { journalLines } from "../../../src/engine/layers/record/journal.ts"
import { emptyProject } from "../../app/project.ts"
import { sonnet } from "./earlier.ts"

export const MANY = "cassettes/weather/many/claude-sonnet-4-5.jsonl"

/** `runs` are over, of `all`. The lock is that of this process, so that the recording is in progress. */
export const manyRuns = (runs: number, all: number) => {
  const user = emptyProject({
    "package.json": "{}",
    [`${MANY}.lock`]: JSON.stringify({ ...thisProcess(), token: "t" }),
    [`${MANY}.journal`]: journalLines(recordingOf(1, runs), "all")
  })
  const { agent, model, suite } = sonnet().header
  const underWay = (from: number): UnderWay => ({
    format: "passhat-progress",
    version: 1,
    suite,
    agent,
    model,
    name: agent,
    runs: all,
    under_way: Array.from({ length: Math.min(200, all - from + 1) }, (_, at) => ({
      index: from + at,
      on: "model",
      made: 1,
      tokens: 380,
      calls: [{ server: "weather", name: "get_weather", args: { city: "Sacramento" }, state: "answered" as const }]
    }))
  })
  const tell = (from: number): void =>
    writeFileSync(join(user.folder, `${MANY}.progress`), JSON.stringify(underWay(from)))
  tell(runs + 1)
  return {
    ...user,
    /** Runs from one to another come to their end. */
    end: (from: number, to: number): void => {
      appendFileSync(join(user.folder, `${MANY}.journal`), journalLines(recordingOf(from, to)))
      tell(to + 1)
    }
  }
}

const recordingOf = (from: number, to: number): Recording => {
  const { header, runs } = sonnet()
  const numbered = Array.from({ length: to - from + 1 }, (_, at): readonly [number, RecordedRun] => [
    from + at,
    { ...runs[(from + at) % runs.length]!, index: from + at }
  ])
  return { file: MANY, header, runs: new Map(numbered) }
}
