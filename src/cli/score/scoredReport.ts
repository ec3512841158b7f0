/**
 * A report of recordings without a suite: every gate that needs to know nothing of the task measures, and none decides.
 */
import type { Plan } from "../../domain/Plan.ts"
import type { Report, SuiteVerdict } from "../../domain/Verdict.ts"
import type { GateNode } from "../../dsl/gate.ts"
import { ending } from "../../gates/ending.ts"
import { narrative } from "../../gates/narrative.ts"
import { agentConsistency, agentReliability } from "../../gates/session.ts"
import { stability } from "../../gates/stability.ts"
import { analyse } from "../../judge/analyse.ts"
import { judge } from "../../judge/judge.ts"
import { reportOf } from "../../judge/reportOf.ts"
import { gateData } from "../../plan/gateData.ts"
import { groupBy } from "../../std/groupBy.ts"
import type { RecordedCell } from "../recordings/recordedCell.ts"

/** A measure without a verdict: advisory, so that the report has none either. */
const gates: ReadonlyArray<GateNode> = [
  ending(),
  narrative(),
  stability(),
  agentConsistency(),
  agentReliability()
].flatMap(({ nodes }) => nodes.map((node) => ({ ...node, advisory: true })))

export const scoredReport = (cells: ReadonlyArray<RecordedCell>): Report =>
  reportOf(
    [...groupBy(cells, ({ suite }) => suite)].map(([suite, its]) => scoredSuite(suite, its)),
    "complete"
  )

const scoredSuite = (suite: string, cells: ReadonlyArray<RecordedCell>): SuiteVerdict => {
  const plan: Plan = {
    format: "passhat-plan",
    version: 1,
    suite,
    cells: cells.map(({ cell }) => ({ ...cell, gates: gateData(gates) })),
    live_at_most: { model_calls: 0, output_tokens: 0 }
  }
  const definitions = new Map(cells.map(({ cell }) => [cell.id, gates.map(({ definition }) => definition)]))
  const results = cells.map(({ cell, runs }) => ({ cell: cell.id, runs, issues: [] }))
  return analyse(judge({ plan, definitions, results, traces: true }), { plan, definitions })
}
