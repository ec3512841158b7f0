/**
 * Puts what is no number in place of what a gate measured, for every target and many matchers: none of it may pass.
 */
import { allOf, anyOf, atLeast, atMost, between, equals, length, not } from "passhat"
import { diceOf } from "../../bench/workload/dice.ts"
import { type AnyDefinition, fullTarget } from "../../src/base/domain/verdict/Metric.ts"
import type { MatcherData } from "../../src/base/domain/matching/Matcher.ts"
import type { Cell } from "../../src/base/domain/plan/Plan.ts"
import type { Compiled } from "../../src/language/plan/compile.ts"
import { compiledAgents, evidenceOf, judged } from "./judged.ts"
import { subjects, type Tried } from "./tryDefects.ts"

const nothing: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
  undefined,
  "a list with NaN": [Number.NaN]
}

/** Matchers that every finite number passes, and some that a comparison written the wrong way round would let through. */
const matchers: ReadonlyArray<MatcherData> = [
  atMost(Number.MAX_VALUE),
  atLeast(-Number.MAX_VALUE),
  between(-Number.MAX_VALUE, Number.MAX_VALUE),
  not(atLeast(Number.MAX_VALUE)),
  not(atMost(-Number.MAX_VALUE)),
  not(equals(5)),
  anyOf(atMost(1), atLeast(0)),
  allOf(not(equals(5)), not(equals(6))),
  not(length(atMost(0))),
  equals(null)
].map((matcher) => matcher as unknown as MatcherData)

export const tryTargets = (seed: number): Tried => {
  const offences: Array<string> = []
  let tried = 0
  for (const { agents, gate, healthy, planned } of subjects) {
    const compiled = compiledAgents(agents)
    const [cell] = compiled.plan.cells
    const at = cell?.gates.findIndex((one) => one.gate === planned) ?? -1
    const definition = compiled.definitions.get(cell?.id ?? "")?.[at]
    if (cell === undefined || definition === undefined) {
      offences.push(`${gate}: there is no gate ${planned} in its plan.`)
      continue
    }
    const dice = diceOf(seed)
    const evidence = evidenceOf(Array.from({ length: cell.runs }, () => healthy(dice)))
    for (const target of Object.keys(definition.targets)) {
      for (const [name, value] of Object.entries(nothing)) {
        for (const matcher of matchers) {
          const found = judged(measuring(compiled, cell, at, { definition, target, value, matcher }), [evidence])
          tried++
          const verdict = found.suite.cells[0]?.gates[at]?.verdict
          if (verdict === "pass" || found.exit === 0) {
            offences.push(
              `${gate}, ${fullTarget(definition, target)}: ${name} passes ${JSON.stringify(matcher)} (gate ${verdict}, exit code ${found.exit}).`
            )
          }
        }
      }
    }
  }
  return { tried, offences }
}

interface Measuring {
  readonly definition: AnyDefinition
  readonly target: string
  readonly value: unknown
  readonly matcher: MatcherData
}

/** The suite with one gate that measures this value, and expects only that of it. */
const measuring = (
  { definitions, plan, written }: Compiled,
  cell: Cell,
  at: number,
  { definition, matcher, target, value }: Measuring
): Compiled => {
  const measure = definition.measure as (...all: ReadonlyArray<unknown>) => object
  const changed = {
    ...definition,
    measure: (...all: ReadonlyArray<unknown>) => ({ ...measure(...all), [target]: value })
  } as AnyDefinition
  const gates = cell.gates.map((gate, index) =>
    index === at ? { ...gate, expectations: { [fullTarget(definition, target)]: matcher } } : gate
  )
  return {
    plan: { ...plan, cells: [{ ...cell, gates }] },
    definitions: new Map([[cell.id, (definitions.get(cell.id) ?? []).with(at, changed)]]),
    says: new Map(),
    written
  }
}
