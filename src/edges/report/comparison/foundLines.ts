/**
 * What a comparison found in one cell: the difference, its witness, and the command that shows two runs of it.
 */
import type {
  BehaviourComparison,
  CellComparison,
  Comparison,
  OutcomeComparison,
  Witness
} from "../../../base/domain/verdict/Comparison.ts"
import { phraseWitness } from "../../../base/domain/verdict/phraseWitness.ts"
import { type Line, line, wholeLine } from "../text/Line.ts"
import type { Sides } from "./comparisonLines.ts"

/** Empty for a cell without a difference. */
export const foundLines = (cell: CellComparison, sides: Sides): ReadonlyArray<Line> => {
  const { because, behaviour, name, obstacles, outcomes, verdict } = cell
  const isBetter = verdict === "improved"
  return [
    ...(verdict === "not comparable" ? obstacles.map(({ reason }) => line(0, "none", `${name}: ${reason}`)) : []),
    ...(because === "outcomes" && outcomes !== undefined
      ? [line(0, isBetter ? "pass" : "fail", `${name}: ${outcomeText(outcomes, isBetter)}`)]
      : []),
    ...(behaviour?.differs === true
      ? [
          line(0, because === "behaviour" ? "fail" : "plain", `${name}: behaves differently from the baseline`),
          ...witnessLines(behaviour, cell, sides)
        ]
      : [])
  ]
}

/** What only all cells together show. */
export const togetherLines = ({ cells, together, verdict }: Comparison): ReadonlyArray<Line> => {
  if (together === undefined || together.verdict !== verdict || cells.some((cell) => cell.verdict === verdict))
    return []
  if (verdict === "no difference shown") return []
  const improved = verdict === "improved"
  return [line(0, improved ? "pass" : "fail", `all cells: ${outcomeText(together, improved)}`)]
}

const outcomeText = ({ baseline, candidate, test }: OutcomeComparison, improved: boolean): string => {
  const rates = `${candidate.passes}/${candidate.runs} instead of ${baseline.passes}/${baseline.runs}`
  const how = test === "fisher" ? "by Fisher's exact test" : "by Fisher's exact test within each cell"
  return `it passes ${improved ? "more" : "less"} often, ${rates}; ${how}`
}

const witnessLines = (
  { first, sampled, witness }: BehaviourComparison,
  { outcomes }: CellComparison,
  { baseline, candidate }: Sides
): ReadonlyArray<Line> => [
  ...(witness === undefined ? [] : [line(1, "plain", witnessText(witness, outcomes, first))]),
  ...(first === undefined ? [] : [line(1, "faint", `the first ${first} runs of each side were compared`)]),
  ...(sampled === undefined ? [] : [line(1, "faint", `p is from ${sampled} seeded splits of the runs, not from all`)]),
  ...(witness === undefined || !isRecording(baseline) || !isRecording(candidate)
    ? []
    : [wholeLine(1, "plain", `see: passhat show ${baseline} --diff ${witness.runs.join(" ")} ${candidate}`)])
]

/** Only recordings can be shown. */
const isRecording = (path: string): boolean => path.endsWith(".jsonl")

const witnessText = (witness: Witness, outcomes: OutcomeComparison | undefined, first = Infinity): string => {
  const sizes = outcomes && {
    baseline: Math.min(first, outcomes.baseline.runs),
    candidate: Math.min(first, outcomes.candidate.runs)
  }
  return `${phraseWitness(witness, sizes)}, as in run #${witness.runs[0]} and run #${witness.runs[1]}`
}
