/**
 * What a report says in several places of one cell: a value in a check, in the values of its gate or run, and in the trace; a check of a run
 * with its gate; outcomes of runs in the numbers of gates over them. An edit of one place contradicts the others.
 */
import stringify from "fast-json-stable-stringify"
import type { Outcomes } from "../../base/domain/verdict/Metric.ts"
import { numberedTarget } from "../../base/domain/verdict/numberedTarget.ts"
import type { CellVerdict, Check, GateVerdict, RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import { blocking } from "../../engine/judge/judgeCell.ts"
import { measure, unbiased } from "../../language/metrics/reliability.ts"
import { resolveTarget } from "../../language/metrics/resolveTarget.ts"
import type { Unfounded } from "./unfounded.ts"

export const contradiction = ({ command, gates, runs, verdict }: CellVerdict): Unfounded | undefined => {
  const twice = repeated(gates.map(({ id }) => id))
  if (twice !== -1) return { path: ["gates", twice, "id"], issue: "Expected an id that no other gate of the cell has" }
  const moved = runs.findIndex(({ index }, at) => index !== at + 1)
  if (moved !== -1) return { path: ["runs", moved, "index"], issue: `Expected ${moved + 1}: runs are numbered from 1` }
  if (verdict === "pass" && command !== undefined) {
    return { path: ["command"], issue: "Expected no command that shows a failure of a cell that passes" }
  }
  for (const [at, gate] of gates.entries()) {
    const found = inGate(gate, runs)
    if (found !== undefined) return { ...found, path: ["gates", at, ...found.path] }
  }
  for (const [at, run] of runs.entries()) {
    const found = inRun(run, gates)
    if (found !== undefined) return { ...found, path: ["runs", at, ...found.path] }
  }
  return undefined
}

/** The place of the first text that is there twice, or -1. */
const repeated = (texts: ReadonlyArray<string>): number => texts.findIndex((text, at) => texts.indexOf(text) !== at)

const inGate = (gate: GateVerdict, runs: ReadonlyArray<RunVerdict>): Unfounded | undefined => {
  const { checks, issues, report, scope } = gate
  const other = checks.findIndex(({ actual, target }) => isOther(report, target, actual))
  if (other !== -1) return differs(["checks", other, "actual"], "the report of the gate")
  const owned = checks.findIndex((check) => !belongs(check, gate))
  if (owned !== -1)
    return differs(["checks", owned], "the gate: whether it decides, and whether it has to hold in every run")
  if (scope === "run" && blocking(issues).length === 0) {
    const ofGate = stringify(checks.map(bare))
    const isOfRun = runs.some((run) => stringify(checksOf(run, gate).map(bare)) === ofGate)
    if (!isOfRun) return differs(["checks"], "a run of the cell")
  }
  const wrong = Object.entries(numbersOf(gate, runs)).find(([name, value]) => isOther(report, name, value ?? null))
  return wrong && differs(["report", wrong[0]], "the verdicts of the runs")
}

const inRun = (run: RunVerdict, gates: ReadonlyArray<GateVerdict>): Unfounded | undefined => {
  const { checks, report, trace } = run
  for (const [at, check] of checks.entries()) {
    const { actual, gate: id, target } = check
    if (id === undefined) continue
    const gate = gates.find((one) => one.id === id)
    if (gate === undefined || gate.scope !== "run")
      return differs(["checks", at, "gate"], "a gate that looks at each run")
    if (!belongs(check, gate)) {
      return differs(["checks", at], "its gate: whether it decides, and whether it has to hold in every run")
    }
    const name = [numberedTarget(target, id), `${id}.${target}`].find((one) => Object.hasOwn(report, one)) ?? target
    if (isOther(report, name, actual)) return differs(["checks", at, "actual"], "the report of the run")
    if (
      trace !== undefined &&
      gate.gate === "expect" &&
      actual !== null &&
      !isSame(resolveTarget(trace, target)?.value, actual)
    ) {
      return differs(["checks", at, "actual"], "the trace of the run")
    }
  }
  const lacking = gates.find((gate) => {
    const [own, whole] = [checksOf(run, gate), gate.checks]
    return (
      own.length > 0 &&
      whole.length > 0 &&
      stringify(own.map(({ target }) => target)) !== stringify(whole.map(({ target }) => target))
    )
  })
  return lacking && { path: ["checks"], issue: `Expected the checks that ${lacking.id} has of other runs` }
}

const differs = (path: ReadonlyArray<PropertyKey>, from: string): Unfounded => ({
  path,
  issue: `Expected what follows from ${from}`
})

const isSame = (one: unknown, other: unknown): boolean => one !== undefined && stringify(one) === stringify(other)

const isOther = (report: GateVerdict["report"], name: string, actual: unknown): boolean =>
  Object.hasOwn(report, name) && !isSame(report[name], actual)

const belongs = (check: Check, { advisory, always }: GateVerdict): boolean =>
  check.advisory === advisory && check.always === always

const checksOf = ({ checks }: RunVerdict, { id }: GateVerdict): ReadonlyArray<Check> =>
  checks.filter(({ gate }) => gate === id)

const bare = ({ gate: _, ...check }: Check): Check => check

/** The numbers of a gate over outcomes that follow from the outcomes alone, by full target name. */
const numbersOf = (
  { gate, report, scope }: GateVerdict,
  runs: ReadonlyArray<RunVerdict>
): Readonly<Record<string, unknown>> => {
  if (scope !== "outcomes" || Object.keys(report).length === 0) return {}
  const outcomes = runs.map(({ verdict }) => verdict) as unknown as Outcomes
  const passes = outcomes.filter((one) => one === "pass").length
  if (gate === "pass_rate") return prefixed(gate, { runs: runs.length, passes, pass_rate: passes / runs.length })
  if (gate !== "reliability") return {}
  const ks = Object.keys(report).flatMap((name) =>
    Number(/^reliability\.unbiased_pass_\w+_(\d+)$/.exec(name)?.[1] ?? 0)
  )
  return prefixed(gate, { ...measure(outcomes), ...unbiased(outcomes, [...new Set(ks.filter((k) => k > 0))]) })
}

const prefixed = (gate: string, values: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${gate}.${name}`, value]))
