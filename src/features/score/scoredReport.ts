/**
 * A report of recordings without a suite: every gate that needs to know nothing of the task measures, and none decides.
 */
import type { Plan } from "../../base/domain/plan/Plan.ts"
import type { Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import type { GateNode } from "../../language/dsl/gate.ts"
import { ending } from "../../language/gates/ending.ts"
import { narrative } from "../../language/gates/narrative.ts"
import { agentConsistency, agentReliability } from "../../language/gates/session.ts"
import { stability } from "../../language/gates/stability.ts"
import { analyse } from "../../engine/judge/analyse.ts"
import { judge } from "../../engine/judge/judge.ts"
import { reportOf } from "../../engine/judge/reportOf.ts"
import { gateData } from "../../language/plan/gateData.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import type { RecordedCell } from "../../app/recordings/cellOf.ts"

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
