/**
 * The order in which a cell that may stop early takes its runs: that of their indices, however they arrive.
 *
 * Runs go on until every gate that stops is decided, by the outcomes from the first run on. What comes after the deciding run is dropped, so that the
 * verdict does not depend on how many runs were under way at once. A run without an outcome decides nothing: all runs are then taken.
 */
import type { Stopped } from "../../base/domain/recording/Cassette.ts"
import { stopOf, type StopRule } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import type { Verdict } from "../../base/domain/verdict/Verdict.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { BoundGate } from "./judgeGate.ts"

export interface StopOrder {
  readonly take: (result: RunResult) => void
  /** Undefined while the runs have not decided, and if the last run decides. */
  readonly stopped: () => Stopped | undefined
  /** Takes what still waits for an earlier run, and says whether the cell stopped. */
  readonly finish: () => Stopped | undefined
  readonly clear: () => void
}

/** Undefined for a cell without a gate that stops. `record` takes a run, and gives its outcome. */
export const stopOrder = (
  cell: Cell,
  bound: ReadonlyArray<BoundGate>,
  record: (result: RunResult) => Verdict
): StopOrder | undefined => {
  const rules = bound.flatMap((one) => ruleOf(one, cell.runs))
  if (rules.length === 0) return undefined
  const waiting = new Map<number, RunResult>()
  let open: ReadonlyArray<StopRule> = []
  let [due, passes, mayStop] = [1, 0, true]
  let stopped: Stopped | undefined

  const clear = (): void => {
    waiting.clear()
    open = rules.map(({ rule }) => rule)
    ;[due, passes, mayStop] = [1, 0, true]
    stopped = undefined
  }
  clear()

  const flush = (): void => {
    const inOrder = [...waiting.values()].toSorted((a, b) => a.index - b.index)
    waiting.clear()
    for (const result of inOrder) record(result)
  }

  /** Takes the run that is due. */
  const takeDue = (result: RunResult): void => {
    const outcome = record(result)
    if (outcome === "none") {
      mayStop = false
      flush()
      return
    }
    passes += outcome === "pass" ? 1 : 0
    open = open.filter(({ decide }) => tryCatch(() => decide(passes, due)) === undefined)
    if (open.length === 0 && due < cell.runs) {
      stopped = { after: due, of: cell.runs, rules: rules.map(({ data }) => data) }
      waiting.clear()
    }
    due += 1
  }

  const take = (result: RunResult): void => {
    if (stopped !== undefined) return
    if (!mayStop) {
      record(result)
      return
    }
    waiting.set(result.index, result)
    for (let next = waiting.get(due); next !== undefined; next = waiting.get(due)) {
      waiting.delete(due)
      takeDue(next)
    }
  }

  return {
    take,
    stopped: () => stopped,
    finish: () => {
      flush()
      return stopped
    },
    clear
  }
}

interface Rule {
  readonly data: Stopped["rules"][number]
  readonly rule: StopRule
}

/** A definition that throws never decides, so that every run is made. */
const ruleOf = ({ definition, gate }: BoundGate, runs: number): ReadonlyArray<Rule> => {
  const stop = stopOf(definition)
  if (stop === undefined) return []
  const rule = tryCatch(
    () => stop(gate.spec, runs),
    (): StopRule => ({ decide: () => undefined, assumed: 1 })
  )
  return [{ data: { gate: gate.id, spec: gate.spec }, rule }]
}
