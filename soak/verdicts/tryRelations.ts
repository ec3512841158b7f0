/**
 * Judges generated runs before and after a change that must leave every verdict as it is.
 */
import { diceOf } from "../../bench/workload/dice.ts"
import type { CellVerdict, Verdict } from "../../src/base/domain/verdict/Verdict.ts"
import type { Compiled } from "../../src/language/plan/compile.ts"
import { compiledAgents, type Judged, judged } from "./judged.ts"
import { type Relation, relations, type Sample, sampleOf } from "./relations.ts"
import type { Tried } from "./tryDefects.ts"
import { worldOf } from "./world.ts"

export interface TriedRelations extends Tried {
  /** How often each verdict was given, before a change: a sample of one kind alone would show nothing. */
  readonly verdicts: { readonly [V in Verdict]: number }
}

/** As many traces, spread over the relations. */
export const tryRelations = (seed: number, traces: number, say: (line: string) => void): TriedRelations => {
  const offences: Array<string> = []
  const verdicts = { pass: 0, fail: 0, none: 0 }
  const names = Object.keys(relations)
  let tried = 0
  for (let trial = 0; tried < traces; trial++) {
    const name = names[trial % names.length]!
    const relation = relations[name]!
    const dice = diceOf(seed + trial)
    const before = sampleOf(relation.agents, dice)
    const after = relation.change(before, dice)
    const [was, is] = [judgedSample(before), judgedSample(after)]
    tried += tracesOf(before) + tracesOf(after)
    for (const { gates } of was.suite.cells) for (const { verdict } of gates) verdicts[verdict]++
    const changed = differences(was, is, relation)
    if (changed !== "") offences.push(`Seed ${seed}, trial ${trial}, ${name}: ${changed}.`)
    if (trial % 20_000 === 19_999) say(`${tried} traces, ${offences.length} offences`)
  }
  return { tried, offences, verdicts }
}

const compiled = new Map<string, Compiled>()

const judgedSample = ({ agents, evidence, server }: Sample): Judged => {
  const key = [server, ...agents.map(({ name }) => name)].join()
  const found = compiled.get(key) ?? compiledAgents(agents.map((make) => make(worldOf(server))))
  compiled.set(key, found)
  return judged(found, evidence)
}

/** The first cells, gates or runs that have another verdict, by name; empty if there is none. */
const differences = (was: Judged, is: Judged, relation: Relation): string => {
  const now = new Map(is.suite.cells.map((cell) => [cell.agent, partsOf(cell, relation)]))
  const all = was.suite.cells.flatMap((cell) => {
    const other = now.get(cell.agent) ?? {}
    return Object.entries(partsOf(cell, relation))
      .filter(([part, verdict]) => other[part] !== verdict)
      .map(([part, verdict]) => `${cell.agent}, ${part} was ${verdict} and is ${other[part]}`)
  })
  const sameCells = was.suite.cells.length === is.suite.cells.length
  const report = sameCells && was.report !== is.report ? [`the report was ${was.report} and is ${is.report}`] : []
  return [...all, ...report].slice(0, 3).join("; ")
}

/** What a relation must not change of a cell. An advisory gate decides nothing, and may say something else. */
const partsOf = (
  { gates, runs, verdict }: CellVerdict,
  { keepsChecks = false, movesRuns = false }: Relation
): Readonly<Record<string, string>> => {
  const each = runs.map((run) => run.verdict)
  const deciding = gates.filter(({ advisory }) => !advisory)
  const checks = ({ checks: all }: Pick<CellVerdict["runs"][number], "checks">) =>
    JSON.stringify(all.filter(({ advisory }) => !advisory))
  return {
    "the cell": verdict,
    "its runs": (movesRuns ? each.toSorted() : each).join(" "),
    ...Object.fromEntries(deciding.map((gate) => [gate.id, gate.verdict])),
    ...(keepsChecks && {
      ...Object.fromEntries(deciding.map((gate) => [`the checks of ${gate.id}`, checks(gate)])),
      "the checks of its runs": runs.map(checks).join()
    })
  }
}

const tracesOf = ({ evidence }: Sample): number => evidence.reduce((sum, { runs }) => sum + runs.length, 0)
