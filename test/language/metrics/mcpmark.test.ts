/**
 * The figures of docs/gates/stability.md and docs/gates/session.md: how many real runs pass at the defaults, and with the
 * options that are taken from recordings.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { readMcpmark } from "../../../bench/workload/mcpmark/read.ts"
import { resolveTarget } from "../../../src/language/metrics/resolveTarget.ts"
import { calibrate } from "../../../src/language/metrics/stabilityCaps.ts"
import { twoDecimalsDown } from "../../../src/language/metrics/stats/numbers.ts"
import { scoresOf } from "../../../src/language/metrics/internal/stability/subScores.ts"
import { agentConsistency, agentReliability, driftFlags } from "../../../src/metrics.ts"
import { type ScoringOptions, scoringOf } from "../../../src/language/metrics/scoring.ts"
import { confidenceOf, sense } from "../../../src/language/metrics/signals.ts"

const folder = join(import.meta.dir, "../../../../shared/data/mcpmark")
const runs = readMcpmark(folder).flatMap((task) =>
  task.runs.flatMap(({ index, observations, trace }) =>
    trace === undefined
      ? []
      : [
          {
            server: task.server,
            trial: index,
            ...sense(trace, {}),
            isSolved: resolveTarget(observations, "verdict.structured.success")?.value === true
          }
        ]
  )
)
if (runs.length === 0) console.warn(`mcpmark: there are no runs in ${folder}, so their figures are not checked`)

type Run = (typeof runs)[number]

/** The two session scores of one run. */
const sessionScores = ({ session: counts, signals }: Run, options: ScoringOptions, weights = {}) => {
  const session = [{ id: "1", signals: { ...signals, confidence: confidenceOf(counts, scoringOf(options)) } }]
  return [agentReliability(session, { weights }).score, agentConsistency(session, { weights }).score]
}

/** For each of the three gates, whether the run passes with options that were taken from `recorded`. */
const passesBy = (recorded: ReadonlyArray<Run>) => {
  const { floors = {}, ...options } = calibrate(
    recorded.map(({ session }) => session),
    {}
  )!
  const weights = { coherence: 0 }
  const scores = recorded.map((run) => sessionScores(run, options, weights))
  const least = [0, 1].map((at) => twoDecimalsDown(Math.min(...scores.map((one) => one[at]!))))
  return (run: Run) => [
    driftFlags(scoresOf(run.session, scoringOf(options)), floors).every(
      (name) => options.dimensions?.includes(name) === false
    ),
    ...sessionScores(run, options, weights).map((score, at) => score >= least[at]!)
  ]
}

/** How many runs pass each gate. */
const counted = (passes: ReadonlyArray<ReadonlyArray<boolean>>) =>
  [0, 1, 2].map((at) => passes.filter((one) => one[at]).length)

describe.skipIf(runs.length === 0)("stability, agentReliability and agentConsistency on 192 real runs", () => {
  const solved = runs.filter(({ isSolved }) => isSolved)
  const byDefault = (run: Run) => [
    driftFlags(scoresOf(run.session)).length === 0,
    ...sessionScores(run, {}).map((score) => score >= 0.5)
  ]

  test("no solved run passes at the defaults", () => {
    assert.deepEqual([runs.length, solved.length], [192, 70])
    assert.deepEqual(counted(solved.map(byDefault)), [0, 0, 0])
  })

  test("solved runs pass with options from the other three trials of their server", () => {
    const heldOut = (judged: ReadonlyArray<Run>) => {
      const servers = [...new Set(judged.map(({ server }) => server))]
      const groups = servers.flatMap((server) => [1, 2, 3, 4].map((trial) => ({ server, trial })))
      return counted(
        groups.flatMap(({ server, trial }) => {
          const others = solved.filter((run) => run.server === server && run.trial !== trial)
          return judged.filter((run) => run.server === server && run.trial === trial).map(passesBy(others))
        })
      )
    }
    assert.deepEqual(heldOut(solved), [69, 68, 69])
    assert.deepEqual(heldOut(runs.filter(({ isSolved }) => !isSolved)), [119, 118, 118])
  })
})
