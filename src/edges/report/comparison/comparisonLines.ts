/**
 * A comparison for people: a table of the cells, then what was found, then the verdict.
 */
import type {
  CellComparison,
  Comparison,
  ComparisonVerdict,
  OutcomeComparison
} from "../../../base/domain/verdict/Comparison.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { type Line, type Tone, line, wholeLine } from "../text/Line.ts"
import { clip, inColumns } from "../text/width.ts"
import { endText } from "./endText.ts"
import { foundLines, togetherLines } from "./foundLines.ts"

/** How messages name both sides: their paths. */
export interface Sides {
  readonly baseline: string
  readonly candidate: string
}

export const comparisonLines = (comparison: Comparison, sides: Sides): ReadonlyArray<Line> => [
  ...table(comparison),
  ...comparison.cells.flatMap((cell) => foundLines(cell, sides)),
  ...togetherLines(comparison),
  ...comparison.obstacles.map(({ reason }) => line(0, "none", reason)),
  ...newCells(comparison),
  line(0, "plain", ""),
  line(0, "plain", `${counts(comparison.cells)}; ${promise(comparison)}`),
  line(0, tones[comparison.verdict], comparison.verdict.toUpperCase())
]

const tones: { readonly [V in ComparisonVerdict]: Tone } = {
  regressed: "fail",
  improved: "pass",
  "no difference shown": "plain",
  "not comparable": "none"
}

const HEAD = ["cell", "baseline", "candidate", "difference", "fewer passes", "behaviour", "verdict"]
/** The widest name of a cell. */
const WIDEST = 60

const table = ({ cells, together }: Comparison): ReadonlyArray<Line> => {
  const rows: ReadonlyArray<readonly [Tone, ReadonlyArray<string>]> = [
    ["heading", HEAD],
    ...cells.map((cell) => [tones[cell.verdict], cellRow(cell)] as const),
    ...(together === undefined
      ? []
      : [[tones[together.verdict], [...outcomeColumns("all cells", together), "", together.verdict]] as const])
  ]
  return inColumns(rows.map(([, row]) => row)).map((text, at) => wholeLine(0, rows[at]?.[0] ?? "plain", text))
}

const cellRow = ({ behaviour, name, outcomes, verdict }: CellComparison): ReadonlyArray<string> => {
  const shown = clip(escapeLine(name), WIDEST)
  return [
    ...(outcomes === undefined ? [shown, "", "", "", ""] : outcomeColumns(shown, outcomes)),
    behaviour === undefined ? "" : pText(behaviour.p_adjusted),
    verdict
  ]
}

const outcomeColumns = (
  name: string,
  { baseline, candidate, difference, fewer_adjusted }: OutcomeComparison
): ReadonlyArray<string> => [
  name,
  rate(baseline),
  rate(candidate),
  `${signed(difference.value)} (${endText(difference.low, signed)} to ${endText(difference.high, signed)})`,
  pText(fewer_adjusted)
]

const rate = ({ high, low, passes, runs }: OutcomeComparison["baseline"]): string =>
  `${passes}/${runs} (${low.toFixed(2)} to ${high.toFixed(2)})`

/** A difference of zero has no sign, also where it was rounded to zero. */
const signed = (x: number): string => {
  const text = x.toFixed(2)
  return text === "-0.00" ? "0.00" : text
}

const pText = (p: number | undefined): string =>
  p === undefined ? "too few runs" : p < 0.0001 ? "p < 0.0001" : `p ${p.toFixed(4)}`

const newCells = ({ only_in_candidate }: Comparison): ReadonlyArray<Line> =>
  only_in_candidate.map((name) => line(0, "faint", `${name}: only the candidate has it, so it is not compared`))

const counts = (cells: ReadonlyArray<CellComparison>): string => {
  const verdicts = ["regressed", "improved", "no difference shown", "not comparable"] as const
  const parts = verdicts.flatMap((verdict) => {
    const count = cells.filter((cell) => cell.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  return `${cells.length} ${cells.length === 1 ? "cell" : "cells"}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`
}

const promise = ({ behaviour, confidence }: Comparison): string =>
  `the verdicts together hold with confidence ${confidence}` +
  (behaviour === undefined
    ? ""
    : `, behaviour by itself with confidence ${behaviour.confidence}${behaviour.decides ? "" : ", and it does not decide"}`)
