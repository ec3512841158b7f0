/**
 * `passhat bless`: writes a baseline of a report or of recordings. Baselines change by this command alone.
 */
import { resolve } from "node:path"
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import type { CellSample } from "../../base/domain/verdict/Baseline.ts"
import { destinationOf } from "../../engine/layers/platform/destinationOf.ts"
import { writeWhole } from "../../engine/layers/platform/writeWhole.ts"
import { escapeJson } from "../../base/std/escape.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { tryWriting } from "../../app/run/reporterTargets.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { readSamples } from "./readSamples.ts"

export const bless = Effect.fn("bless")(function* ({ source, to }: ValuesOf<"bless">) {
  const cells = yield* readSamples(source)
  const lack = lackOf(cells)
  if (lack !== undefined) {
    return yield* new UsageError({
      what: `${source} is no baseline: ${lack}.`,
      hint: "Make a json report of whole runs with --with-traces --reporter json=<file>."
    })
  }
  yield* tryWriting(to, () => writeWhole(destinationOf(resolve(to)).path, baselineText(cells)))
  const runs = cells.reduce((sum, cell) => sum + cell.runs.length, 0)
  yield* stdout(`${to}: ${count(cells.length, "cell")}, ${count(runs, "run")}${passesText(cells)}\n`)
  return 0
})

/** A baseline of an agent that fails asks little of the next one, so it is said how many runs pass. */
const passesText = (cells: ReadonlyArray<CellSample>): string => {
  const judged = cells.flatMap(({ runs }) => runs.flatMap(({ outcome }) => outcome ?? []))
  return judged.length === 0 ? "" : `, ${judged.filter((outcome) => outcome === "pass").length} of them pass`
}

/** What is missing in a sample would be missing in every comparison with it. */
const lackOf = (cells: ReadonlyArray<CellSample>): string | undefined => {
  if (cells.length === 0) return "it has no cells"
  for (const { conditions, name, runs } of cells) {
    const isJudged = runs.some(({ outcome }) => outcome !== undefined)
    if (runs.length === 0) return `${name} has no runs`
    if (conditions === undefined) return `${name} does not say what it was run under`
    const open = runs.find(({ calls, outcome }) => calls === undefined || (isJudged && outcome === undefined))
    if (open !== undefined)
      return `${name}, run #${open.index} has no ${open.calls === undefined ? "trace" : "verdict"}`
  }
  return undefined
}

/** A line a cell, and sorted keys: what changed is a line of a diff. */
const baselineText = (cells: ReadonlyArray<CellSample>): string => {
  const lines = cells.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((cell) => escapeJson(stringify(cell)))
  return `{"cells":[\n${lines.join(",\n")}\n],"format":"passhat-baseline","version":1}\n`
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`
