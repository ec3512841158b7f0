/**
 * Verdicts: an agent that misbehaves, and evidence that is missing, never pass; what says the same in another way changes nothing.
 */
import type { Sabotage, Soak } from "../Soak.ts"
import { exportedGates, kindsOfDefects, tryDefects } from "./tryDefects.ts"
import { tryRelations } from "./tryRelations.ts"
import { relations } from "./relations.ts"
import { tryTargets } from "./tryTargets.ts"

/** How often each defect is tried, and how many traces the relations judge. */
const SHORT = { rounds: 2, traces: 4_000 }
const LONG = { rounds: 100, traces: 1_000_000 }

const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "nanPasses",
    breaks: "a number passes if it is not out of bounds, so that NaN passes",
    file: "src/language/metrics/match.ts",
    find: "  if (!isJson(value))\n    return",
    put: "  if (typeof value !== 'number' && !isJson(value))\n    return"
  },
  {
    name: "missingRunsPass",
    breaks: "a gate passes if a run was lost or not made",
    file: "src/engine/judge/judgeAcross.ts",
    find: "? unjudged(without(gate.gate, lost))",
    put: '? { judged: { verdict: "pass" as const, report: {}, checks: [], issues: [] }, summary: () => "" }'
  },
  {
    name: "noneIsPass",
    breaks: "a cell without a verdict counts as passed in its suite",
    file: "src/engine/judge/judge.ts",
    find: "worst([...cells.filter(wasRun).map((cell) => cell.verdict)",
    put: 'worst([...cells.filter(wasRun).map((cell) => (cell.verdict === "none" ? "pass" : cell.verdict))'
  },
  {
    name: "narrationDecides",
    breaks: "a tool counts as called if the final response names it",
    file: "src/language/metrics/toolSelection.ts",
    find: "return run.tool_calls.some((call) => isCallOf(tool, call))",
    put: "return run.final_response.includes(expected_tool) || run.tool_calls.some((call) => isCallOf(tool, call))"
  },
  {
    name: "bestRunDecides",
    breaks: "the best run decides over a gate on runs, and not the worst",
    file: "src/engine/judge/judgeAcross.ts",
    find: "{ fail: 0, none: 1, pass: 2 }",
    put: "{ fail: 2, none: 1, pass: 0 }"
  },
  {
    name: "absentPasses",
    breaks: "a target that could not be measured passes",
    file: "src/engine/judge/checkTarget.ts",
    find: 'passed ? "pass" : value === undefined ? question.absent',
    put: 'passed || value === undefined ? "pass" : value === undefined ? question.absent'
  },
  {
    name: "tokensCountAsZero",
    breaks: "tokens that were not recorded count as none",
    file: "src/language/metrics/toolSelection.ts",
    find: "natural(run.conversation.tokens?.total)",
    put: "(natural(run.conversation.tokens?.total) ?? 0)"
  },
  {
    name: "unmetFaultPasses",
    breaks: "a fault that no call met counts as recovered from",
    file: "src/language/metrics/recoveryMarks.ts",
    find: "if (mark === undefined) return `",
    put: "if (mark === undefined) return { callStart: 0, detectedAt: 0, recoveredAt: 0 }; if (mark === null) return `"
  },
  {
    name: "interruptedPasses",
    breaks: "a run of passhat that was interrupted exits with 0",
    file: "src/app/kit/exitWith.ts",
    find: 'verdict === "pass" && status !== "complete" ? codes.none : codes[verdict]',
    put: "codes[verdict] + 0 * status.length"
  },
  {
    name: "serverIgnored",
    breaks: "a call of a tool of the same name on another server counts",
    file: "src/language/metrics/toolSelection.ts",
    find: "server === undefined ? expected_tool : { name: expected_tool, server }",
    put: "server === undefined ? expected_tool : expected_tool"
  },
  {
    name: "orderOfRunsDecides",
    breaks: "only the run that arrived last is judged in place of all of them",
    file: "src/engine/judge/runTable.ts",
    find: "  const put = (index: number, value: A): void => {\n",
    put: "  const put = (index: number, value: A): void => {\n    if (values.length > 0) values.fill(value)\n"
  },
  {
    name: "newGate",
    breaks: "a gate is exported that no defect was made for",
    file: "src/index.ts",
    find: 'export { always } from "./language/gates/always.ts"',
    put: 'export { always } from "./language/gates/always.ts"\nexport { always as everywhere } from "./language/gates/always.ts"'
  }
]

export const soak: Soak = {
  name: "verdicts",
  promise:
    "Every defect of an agent or of its evidence turns the gate that names it from pass to fail or to no verdict; NaN, Infinity and missing values never pass; and what says the same in another way changes no verdict.",
  trials: "judged defects, values and traces",
  sabotages,
  run: async ({ long, say, seed }) => {
    const { rounds, traces } = long ? LONG : SHORT
    const defects = tryDefects(seed, rounds)
    say(`${defects.tried} defects, ${defects.offences.length} offences`)
    const targets = tryTargets(seed)
    say(`${targets.tried} values, ${targets.offences.length} offences`)
    const changes = tryRelations(seed, traces, say)
    const unseen = (["pass", "fail", "none"] as const).filter((verdict) => changes.verdicts[verdict] === 0)
    return {
      tried: defects.tried + targets.tried + changes.tried,
      offences: [
        ...defects.offences,
        ...targets.offences,
        ...changes.offences,
        ...unseen.map(
          (verdict) => `No gate of the generated traces is ${verdict}, so that the relations show nothing of it.`
        )
      ],
      figures: {
        "kinds of defects": kindsOfDefects,
        gates: exportedGates().length,
        relations: Object.keys(relations).length,
        "defects put into runs that pass": defects.tried,
        "values that are no number": targets.tried,
        "traces judged before and after a change": changes.tried
      }
    }
  }
}
