/**
 * Writes the workload to disk (the recorded runs where a suite in its folder looks for them), a piece at a time, so that a million traces need no more memory than a hundred.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Cell } from "../../src/base/domain/plan/Plan.ts"
import { inPortions } from "../../src/engine/layers/platform/inPortions.ts"
import { cassetteLines } from "../../src/engine/layers/record/writeCassette.ts"
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
  const outputs = [openSync(lines, "w"), openSync(cassette, "w")] as const
  const made = function* () {
    for (let index = 1; index <= count; index++) {
      const steps = stepsOf(index, index === count ? spoiling : undefined)
      const trace = JSON.stringify(traceOf(cell.behaviour.prompt, steps))
      if (withFiles) writeFileSync(join(files, nameOf(index)), trace)
      writeSync(outputs[0], `${trace}\n`)
      yield recordedRun(index, steps)
    }
  }
  for (const portion of inPortions(cassetteLines(header, made()))) writeSync(outputs[1], portion)
  outputs.forEach(closeSync)
  return { count, folder, files, lines }
}

/** The one cell of the suite. */
export const theCell = (): Cell => cellsOf(refunds)[0]!

const nameOf = (index: number): string => `${String(index).padStart(7, "0")}.json`
