/**
 * Why a gate is not green: every different reason once, with the runs that it holds for.
 */
import type { CellVerdict, Check, GateVerdict } from "../../../domain/Verdict.ts"
import { groupBy } from "../../../std/groupBy.ts"

export interface Reason {
  readonly check: Check
  /** The indices of the runs; none for a gate that looks at all runs together. */
  readonly runs: ReadonlyArray<number>
}

/** A check, and every different reason for which it is not green. */
export interface Claim {
  readonly check: Check
  readonly reasons: ReadonlyArray<Reason>
}

/** The reasons of a gate by what they say of the same value, so that a page says it once. */
export const claimsOf = (cell: Pick<CellVerdict, "runs">, gate: GateVerdict): ReadonlyArray<Claim> =>
  [...groupBy(reasonsOf(cell, gate), ({ check }) => claimKey(check)).values()].map((reasons) => ({
    check: reasons[0]!.check,
    reasons
  }))

const claimKey = ({ actual, expected, target, verdict }: Check): string =>
  JSON.stringify([target, verdict, expected, actual])

/** Reasons of most runs come first; those of equally many runs in the order of their first run. */
export const reasonsOf = ({ runs }: Pick<CellVerdict, "runs">, gate: GateVerdict): ReadonlyArray<Reason> => {
  const own = gate.checks.filter(({ verdict }) => verdict !== "pass").map((check) => ({ check, runs: [] }))
  if (gate.scope !== "run") return own
  const targets = new Set(own.map(({ check }) => check.target))
  const found = new Map<string, { readonly check: Check; readonly runs: Array<number> }>()
  for (const { checks, index } of runs) {
    for (const check of checks) {
      const isOf = check.gate === undefined ? targets.has(check.target) : check.gate === gate.id
      if (check.verdict === "pass" || !isOf) continue
      const key = keyOf(check)
      const known = found.get(key)
      if (known === undefined) found.set(key, { check, runs: [index] })
      else if (known.runs.at(-1) !== index) known.runs.push(index)
    }
  }
  const all = [...found.values()].toSorted((a, b) => b.runs.length - a.runs.length)
  return all.length === 0 ? own : all.map(shared)
}

/** Runs and ids of calls differ from run to run; whatever else differs is another reason. */
const keyOf = (check: Check): string =>
  `${claimKey(check)} ${JSON.stringify(check.evidence.findings.map((one) => [one.path, one.reason, one.expected, one.actual]))}`

/** Of several runs, findings name no single run and no single call. */
const shared = ({ check, runs }: Reason): Reason =>
  runs.length === 1
    ? { check, runs }
    : {
        runs,
        check: {
          ...check,
          evidence: { findings: check.evidence.findings.map(({ call_id: _, run: __, ...one }) => one) }
        }
      }
