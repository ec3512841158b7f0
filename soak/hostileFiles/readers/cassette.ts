/**
 * Cassettes: replayed into the judge as `run` does, and printed as `show` does.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { explainProblem } from "../../../src/engine/cassette/explain/explainProblem.ts"
import { readRecording } from "../../../src/engine/cassette/readRecording.ts"
import { headerLines } from "../../../src/features/show/headerLines.ts"
import { runLines } from "../../../src/features/show/runLines.ts"
import { boundGates } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import * as Recorded from "../../../src/engine/layers/replay/cassettes.ts"
import * as NoLiveWorld from "../../../src/engine/layers/replay/noLiveWorld.ts"
import { print } from "../../../src/edges/report/text/Line.ts"
import { execute } from "../../../src/engine/run/execute.ts"
import { whyRed } from "../evidence.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { type Attack, bytesOf, type Reader } from "../Reader.ts"
import { asks, compiled, recordings } from "../recordings.ts"

export const cassetteReader = (directory: string): Reader => {
  const folder = { directory, shown: "cassettes" }
  const layers = Layer.merge(Recorded.layer(folder), NoLiveWorld.layer)
  for (const { cell } of recordings) mkdirSync(dirname(join(directory, cell.id)), { recursive: true })
  return {
    name: "cassette",
    seeds: bytesOf(...recordings.map(({ text }) => text)),
    attacks: attacks(),
    place: /, line \d+|, run \d+: |has no run \d|is stale: |is of version|first line/,
    read: async (bytes, seed) => {
      const recording = recordings[seed]!
      const { cell } = recording
      writeFileSync(join(directory, `${cell.id}.jsonl`), bytes)
      const { cells } = await Effect.runPromise(
        Effect.provide(
          execute(
            { ...compiled.plan, cells: [cell] },
            {
              concurrency: 1,
              stop: Effect.never,
              sink: (one) => cellJudge(one, boundGates(one, compiled), { means: {}, traces: false })
            }
          ),
          layers
        )
      )
      const [verdict] = cells
      const issues = [...(verdict?.issues ?? []), ...(verdict?.runs ?? []).flatMap((run) => run.issues)]
      const refusals = issues.filter(({ advisory }) => !advisory).map(({ message }) => message)
      const passed = verdict?.verdict === "pass"
      const why = passed ? whyRed(bytes, recording) : undefined
      show(folder, `${cell.id}.jsonl`)
      return { refusals, passed, ...(why !== undefined && { wrong: `it passes, and ${why}` }) }
    }
  }
}

/** A green trace beside red exchanges, green exchanges in place of a red trace, and a key that is written twice. */
const attacks = (): ReadonlyArray<Attack> =>
  recordings.flatMap((recording, seed) => {
    const green = recordings[recording.cell === asks ? 6 : 0]!
    const both = recording.runs.map((run, at) => ({
      ...green.runs[at]!,
      ...run,
      trace: run.trace ?? green.runs[at]!.trace
    }))
    const replaced = recording.runs.map(({ index, outcome }, at) => ({ ...green.runs[at]!, index, outcome }))
    const written = (runs: ReadonlyArray<unknown>): Buffer =>
      Buffer.from(formatCassette(recording.header, runs as never))
    return [
      { name: `${recording.name}, with the trace of a driver`, seed, bytes: written(both) },
      { name: `${recording.name}, with exchanges`, seed, bytes: written(replaced) },
      {
        name: `${recording.name}, with a key twice`,
        seed,
        bytes: Buffer.from(recording.text.replaceAll('{"exchanges"', '{"index":7,"exchanges"'))
      }
    ]
  })

/** What it prints is the matter of another soak: here it must only not throw. */
const show = (folder: Parameters<typeof readRecording>[0], name: string): string => {
  const recording = readRecording(folder, name)
  if ("code" in recording) return explainProblem(recording).sentence
  const runs = [...recording.runs.values()]
  return [...headerLines(recording.header, runs), ...runs.flatMap((run) => runLines(recording, run))]
    .map((line) => print(line, false))
    .join("\n")
}
