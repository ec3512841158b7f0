/**
 * Writes the workload to disk (the recorded runs where a suite in its folder looks for them), a piece at a time, so that a million traces need no more memory than a hundred.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Cell } from "../../src/domain/Plan.ts"
import { formatCassette } from "../../src/layers/record/writeCassette.ts"
import { cellsOf } from "./cells.ts"
import refunds from "./refunds.ts"
import { type Spoiling, stepsOf } from "./steps.ts"
import { headerOf, recordedRun, traceOf } from "./traces.ts"

/** Recorded runs in a project of their own. */
export interface Recordings {
  readonly count: number
  /** Where all of it is. */
  readonly folder: string
}

/** Recorded runs, and the traces that they have. */
export interface Workload extends Recordings {
  /** One JSON file a trace; not there for a million. */
  readonly files: string
  /** The same traces, one a line. */
  readonly lines: string
}

export interface Asked {
  readonly count: number
  /** What is wrong with the last trace. */
  readonly spoiling?: Spoiling
  readonly withFiles: boolean
}

export const writeWorkload = (folder: string, { count, spoiling, withFiles }: Asked): Workload => {
  const cell = theCell()
  const header = headerOf(refunds.name, cell)
  const files = join(folder, "traces")
  const lines = join(folder, "traces.jsonl")
  const cassette = join(folder, "cassettes", `${cell.id}.jsonl`)
  mkdirSync(dirname(cassette), { recursive: true })
  if (withFiles) mkdirSync(files)
  const top = formatCassette(header, [])
  const outputs = [openSync(lines, "w"), openSync(cassette, "w")] as const
  writeSync(outputs[1], top)
  for (const indices of piecesOf(count)) {
    const made = indices.map((index) => ({ index, steps: stepsOf(index, index === count ? spoiling : undefined) }))
    const traces = made.map(({ steps }) => JSON.stringify(traceOf(cell.behaviour.prompt, steps)))
    const runs = made.map(({ index, steps }) => recordedRun(index, steps))
    if (withFiles) traces.forEach((trace, at) => writeFileSync(join(files, nameOf(indices[at]!)), trace))
    writeSync(outputs[0], `${traces.join("\n")}\n`)
    writeSync(outputs[1], formatCassette(header, runs).slice(top.length))
  }
  outputs.forEach(closeSync)
  return { count, folder, files, lines }
}

/** The one cell of the suite. */
export const theCell = (): Cell => cellsOf(refunds)[0]!

const PIECE = 1_000

const piecesOf = function* (count: number): Generator<ReadonlyArray<number>> {
  for (let from = 0; from < count; from += PIECE) {
    yield Array.from({ length: Math.min(PIECE, count - from) }, (_, at) => from + at + 1)
  }
}

const nameOf = (index: number): string => `${String(index).padStart(7, "0")}.json`
