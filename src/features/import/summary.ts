/**
 * What an import did, for the person who asked for it: what was written, and everything that is not in it.
 */
import { escapeLine } from "../../base/std/escape.ts"
import type { Collected } from "./collect.ts"
import type { ImportTarget } from "./target.ts"

export interface Imported {
  readonly format: string
  readonly files: number
  readonly target: ImportTarget
  readonly collected: Collected
  readonly countBroken: boolean
}

export const summary = ({ collected, countBroken, files, format, target }: Imported): string => {
  const { broken, cells, findings, otherPrompts, otherSystems, outcomes, repaired, runs, withoutTokens } = collected
  const all = [...findings].toSorted(([, a], [, b]) => Number(b.isRun) - Number(a.isRun))
  const left = all.filter(([, { isRun }]) => isRun).reduce((sum, [, { count }]) => sum + count, 0)
  const rows: ReadonlyArray<readonly [number, string]> = [
    [runs - outcomes, "without an outcome"],
    [broken, `ended by a broken environment: ${countBroken ? "counted as failures" : "without a verdict"}`],
    [withoutTokens, "without tokens, since not every answer says how many it took"]
  ]
  const others: ReadonlyArray<readonly [string, number]> = [
    ["Agents whose runs have several prompts, of which the suite has the first", otherPrompts],
    ["Agents whose runs have several system prompts, of which the suite has the first", otherSystems],
    ["Ids of calls that were missing or not unique, and were replaced", repaired.ids],
    ["Results that are errors because they look like it", repaired.errors],
    ["Results that look like errors and have no flag that says so, which --infer-errors counts", repaired.unflagged]
  ]
  return [
    `Imported ${counted(runs, "run")} of ${counted(cells.length, "agent")} from ${counted(files, "file")} of the format ${format}.`,
    `  ${target.suite}`,
    `  ${target.recordings}`,
    `Left out: ${left === 0 ? "no run" : counted(left, "run")}.`,
    ...all.map(
      ([what, { count, first }]) =>
        `  ${count} × ${what}: ${first.file}${first.pointer}${count > 1 ? " and others" : ""}`
    ),
    ...rows.filter(([count]) => count > 0).map(([count, what]) => `${counted(count, "run")} ${what}.`),
    ...others.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}.`),
    `Judge them: passhat run ${target.suite}`
  ]
    .map((line) => `${escapeLine(line)}\n`)
    .join("")
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`
