/**
 * What is different from a baseline, cell by cell.
 */
import { phraseWitness } from "../../base/domain/verdict/phraseWitness.ts"
import type { CellComparison, ComparisonVerdict } from "../../base/domain/verdict/Comparison.ts"
import type { CellVerdict, Report, RunVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import type { Baseline } from "./Reporter.ts"

/** A cell beside that of the baseline. */
export interface Delta {
  /** Undefined for a cell that the baseline does not have. */
  readonly before?: Measures
  readonly after: Measures
  /** What a comparison of their runs shows. */
  readonly shows?: ComparisonVerdict
  /** Why their runs cannot be compared. */
  readonly obstacles?: ReadonlyArray<string>
  /** Sentences without a subject of their own, one for each difference; none if the two are the same. */
  readonly differences: ReadonlyArray<string>
}

/** What a cell is compared by. Of runs without a trace, tokens and calls are not known. */
export interface Measures {
  readonly verdict: Verdict
  readonly passes: number
  readonly runs: number
  /** Medians. */
  readonly tokens?: number
  readonly calls?: number
}

export interface Compared {
  /** By the id of a cell. */
  readonly deltas: ReadonlyMap<string, Delta>
  /** The runs of the baseline, by the id of their cell. */
  readonly runs: ReadonlyMap<string, ReadonlyArray<RunVerdict>>
  /** The names of the cells that only the baseline has. */
  readonly gone: ReadonlyArray<string>
}

export const compareWith = ({ comparison, report }: Baseline, now: Report): Compared => {
  const before = cellsOf(report)
  const after = cellsOf(now)
  const found = new Map(comparison.cells.map((cell) => [cell.id, cell]))
  return {
    deltas: new Map([...after].map(([id, { cell }]) => [id, deltaOf(before.get(id)?.cell, cell, found.get(id))])),
    runs: new Map([...before].map(([id, { cell }]) => [id, cell.runs])),
    gone: [...before].flatMap(([id, { name }]) => (after.has(id) ? [] : [name]))
  }
}

const cellsOf = ({ suites }: Report) =>
  new Map(
    suites.flatMap(({ cells, suite }) =>
      cells.map((cell) => [cell.id, { cell, name: `${suite} · ${cell.name}` }] as const)
    )
  )

const deltaOf = (before: CellVerdict | undefined, after: CellVerdict, found: CellComparison | undefined): Delta => {
  if (before === undefined) return { after: measuresOf(after), differences: ["only this report has it"] }
  return {
    before: measuresOf(before),
    after: measuresOf(after),
    ...(found !== undefined && { shows: found.verdict, obstacles: found.obstacles.map(({ reason }) => reason) }),
    differences: [
      ...(before.verdict === after.verdict
        ? []
        : [`the verdict was ${words[before.verdict]} and is ${words[after.verdict]}`]),
      ...gateDifferences(before, after),
      ...runDifferences(before, after),
      ...changedConditions(before, after, found),
      ...witnessOf(found)
    ]
  }
}

const words: Readonly<Record<Verdict, string>> = { pass: "pass", fail: "fail", none: "no verdict" }

const measuresOf = ({ runs, verdict }: CellVerdict): Measures => {
  const tokens = median(runs.map(({ trace }) => trace?.conversation.tokens?.total))
  const calls = median(runs.map(({ trace }) => trace?.tool_calls.length))
  return {
    verdict,
    passes: runs.filter((run) => run.verdict === "pass").length,
    runs: runs.length,
    ...(tokens !== undefined && { tokens }),
    ...(calls !== undefined && { calls })
  }
}

/** Undefined unless all of them are known. */
const median = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const known = values.filter((value) => value !== undefined).toSorted((a, b) => a - b)
  if (known.length === 0 || known.length < values.length) return undefined
  const [low, high] = [known[Math.floor((known.length - 1) / 2)]!, known[Math.floor(known.length / 2)]!]
  return (low + high) / 2
}

const gateDifferences = (before: CellVerdict, after: CellVerdict): ReadonlyArray<string> => {
  const earlier = new Map(before.gates.map((gate) => [gate.id, gate]))
  return after.gates.flatMap(({ id, summary, title, verdict }) => {
    const gate = earlier.get(id)
    if (gate === undefined || (gate.verdict === verdict && gate.summary === summary)) return []
    return [`${title}: was ${words[gate.verdict]} (${gate.summary}) and is ${words[verdict]} (${summary})`]
  })
}

/** What the two were run under, where both of them say so. */
const changedConditions = (
  before: CellVerdict,
  after: CellVerdict,
  found: CellComparison | undefined
): ReadonlyArray<string> => {
  const areKnown = before.analysis?.conditions !== undefined && after.analysis?.conditions !== undefined
  return (found?.obstacles ?? [])
    .filter(({ what }) => (what === "runs" ? before.runs.length !== after.runs.length : what !== "cell" && areKnown))
    .map(({ reason }) => reason)
}

/** Runs that a sentence names. */
const NAMED = 5

/** Runs of the same number that did not do the same, or did not come to the same verdict. */
const runDifferences = (before: CellVerdict, after: CellVerdict): ReadonlyArray<string> => {
  const earlier = new Map(before.runs.map((run) => [run.index, run]))
  const pairs = after.runs.flatMap((run) => {
    const other = earlier.get(run.index)
    return other === undefined ? [] : [[other, run] as const]
  })
  const named = (what: string, differs: (one: RunVerdict, other: RunVerdict) => boolean): ReadonlyArray<string> => {
    const runs = pairs.filter(([one, other]) => differs(one, other)).map(([, { index }]) => `#${index}`)
    const rest = runs.length - NAMED
    const list = `${runs.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
    return runs.length === 0 ? [] : [`${what} in ${runs.length === 1 ? "run" : "runs"} ${list}`]
  }
  return [
    ...named("another verdict", (one, other) => one.verdict !== other.verdict),
    ...named("other calls", (one, other) => bothKnow(one, other) && callsOf(one) !== callsOf(other)),
    ...named(
      "another final response",
      (one, other) => bothKnow(one, other) && one.trace!.final_response !== other.trace!.final_response
    )
  ]
}

const bothKnow = (one: RunVerdict, other: RunVerdict): boolean => one.trace !== undefined && other.trace !== undefined

const callsOf = ({ trace }: RunVerdict): string =>
  JSON.stringify((trace?.tool_calls ?? []).map(({ args, name, server }) => [server, name, args]))

const witnessOf = (found: CellComparison | undefined): ReadonlyArray<string> => {
  if (found?.behaviour?.differs !== true) return []
  const { witness } = found.behaviour
  return [`behaves differently${witness === undefined ? "" : `: ${phraseWitness(witness)}`}`]
}
