/**
 * Why a gate is not green: every different reason once, with the runs that it holds for.
 */
import type { CellVerdict, Check, GateVerdict } from "../../base/domain/verdict/Verdict.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { claimKey, reasonKey, withoutRun } from "../../edges/report/red/findingLines.ts"

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
      const key = reasonKey(check)
      const known = found.get(key)
      if (known === undefined) found.set(key, { check, runs: [index] })
      else if (known.runs.at(-1) !== index) known.runs.push(index)
    }
  }
  const all = [...found.values()].toSorted((a, b) => b.runs.length - a.runs.length)
  return all.length === 0 ? own : all.map(shared)
}

const shared = ({ check, runs }: Reason): Reason => ({ runs, check: runs.length === 1 ? check : withoutRun(check) })
