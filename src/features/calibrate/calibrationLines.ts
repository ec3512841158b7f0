/**
 * What `passhat calibrate` prints: a paragraph a dimension, and the gates that follow from it.
 */
import type { CalibratedDimension, CalibratedRuns } from "./calibrateRuns.ts"
import type { Calibration, FalseAlarms, Floor, Separation } from "./calibration.ts"
import { type Line, line, wholeLine } from "../../edges/report/text/Line.ts"

export interface CountedRuns extends CalibratedRuns {
  readonly runs: number
  readonly goodRuns: number
  readonly cases: number
  /** Runs without a trace, and runs of which `--good` says nothing. */
  readonly leftOut: number
  /** With `--labels`: labels of runs that are not there. */
  readonly unmetLabels?: number
  readonly share: number
  readonly confidence: number
}

export const calibrationLines = (counted: CountedRuns): ReadonlyArray<Line> => [
  line(0, "heading", `${counted.runs} runs of ${count(counted.cases, "case")}, ${counted.goodRuns} of them good`),
  ...(counted.leftOut === 0
    ? []
    : [
        line(1, "none", `${count(counted.leftOut, "run")} left out: no trace, or nothing that says whether it is good`)
      ]),
  ...(counted.unmetLabels === undefined || counted.unmetLabels === 0
    ? []
    : [line(1, "none", `${count(counted.unmetLabels, "label")} of no run that is recorded here now`)]),
  ...counted.dimensions.flatMap((dimension) => dimensionLines(dimension, counted)),
  ...weakestLines(counted),
  line(0, "heading", "gates"),
  ...counted.gates.map((gate) => wholeLine(1, "plain", gate)),
  ...(counted.dimensions.some(({ calibration }) => calibration?.separation?.isCoin === false)
    ? []
    : [line(1, "none", "no value is shown to tell good from bad runs: these gates notice a change, and not a failure")])
]

const dimensionLines = (dimension: CalibratedDimension, counted: CountedRuns): ReadonlyArray<Line> => {
  const { calibration, gate, known, target, unknown } = dimension
  const heading = line(0, "heading", `${gate} ${target}`)
  if (calibration === undefined) return [heading, line(1, "none", "no good run has this value, so there is no floor")]
  return [
    heading,
    line(1, "plain", spread(calibration, known, unknown)),
    line(1, "plain", floorText(calibration.floor, dimension, counted)),
    line(1, "plain", alarmText(calibration.falseAlarms, counted)),
    line(1, calibration.separation?.isCoin === false ? "plain" : "none", separationText(calibration.separation))
  ]
}

const spread = ({ least, median, most }: Calibration, known: number, unknown: number): string =>
  `${short(least)} to ${short(most)}, median ${short(median)}, in ${count(known, "run")}${
    unknown === 0 ? "" : `; ${count(unknown, "run")} did not record it`
  }`

const floorText = (
  { goodRuns, high, low, value }: Floor,
  { isMoreBetter }: CalibratedDimension,
  { confidence, share }: CountedRuns
): string => {
  const bounds = `${low === undefined ? "no lower bound" : short(low)} to ${high === undefined ? "no upper bound" : short(high)}`
  return `${percent(share)} of ${count(goodRuns, "good run")} ${isMoreBetter ? "reach" : "stay within"} ${value} (${percent(confidence)} interval ${bounds})`
}

const alarmText = (alarms: FalseAlarms | undefined, { confidence }: CountedRuns): string =>
  alarms === undefined
    ? "false alarms: unknown, since one run cannot be held back"
    : `false alarms on ${alarms.heldBack} that were held back: ${alarms.alarms} of ${alarms.runs} good runs, ` +
      `${percent(alarms.alarms / alarms.runs)} (${percent(confidence)} interval ${percent(alarms.low)} to ${percent(alarms.high)})`

const separationText = (separation: Separation | undefined): string => {
  if (separation === undefined)
    return "good and bad runs: no case has both, so it is unknown whether it tells them apart"
  const { auc, cases, error, isCoin, pairs } = separation
  const figures = `AUC ${short(auc)}, error ${short(error)}, ${count(pairs, "pair")} in ${count(cases, "case")}`
  if (isCoin) return `good and bad runs of a case: it tells them apart no better than a coin (${figures})`
  return `good and bad runs of a case: ${auc > 0.5 ? "it tells them apart" : "bad runs have the better value"} (${figures})`
}

const weakestLines = ({ runs, weakest }: CountedRuns): ReadonlyArray<Line> => {
  const [first] = weakest
  return first === undefined
    ? []
    : [
        line(0, "heading", `stability is decided by ${first.target}`),
        line(
          1,
          "plain",
          `the weakest of ${count(runs, "run")}: ${weakest.map((one) => `${one.target} ${one.runs}`).join(", ")}`
        )
      ]
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`

const short = (x: number): string => String(Number(x.toFixed(3)))
