/**
 * Reports of the suite's recordings: green, red by a gate on runs, red by a pass rate, without a verdict, and in two shards.
 */
import { agent, equals, passRate, runs, said, server, skip, suite } from "passhat"
import { Schema } from "passhat/schema"
import { issue } from "../../src/base/domain/issues.ts"
import type { CellResult } from "../../src/base/domain/recording/Run.ts"
import type { Report, SuiteVerdict } from "../../src/base/domain/verdict/Verdict.ts"
import { replayRun } from "../../src/engine/agentLoop/replayRun.ts"
import { judge } from "../../src/engine/judge/judge.ts"
import { worst } from "../../src/base/domain/verdict/worst.ts"
import { reportOf } from "../../src/engine/judge/reportOf.ts"
import { compiledOf } from "../../test/suites.ts"
import { asks, compiled, drives, recordings } from "./recordings.ts"

const verdictOf = (one: number, other: number): SuiteVerdict =>
  judge({ ...compiled, file: "suites/hostile.ts", traces: true, results: [resultOf(one), resultOf(other)] })

const resultOf = (at: number): CellResult => {
  const { cell, runs: recorded } = recordings[at]!
  return { cell: cell.id, issues: [], runs: recorded.map((run) => replayRun(cell, run, "cassettes/hostile.jsonl")) }
}

/** Half of its runs fail, and a cell is skipped. */
const rated = (atLeast: number): SuiteVerdict => {
  const station = server("station", { command: ["station"], tools: { read: Schema.Struct({}) } })
  const asked = { model: "claude-sonnet-4-5", servers: [station], prompt: "Read it." }
  const reads = agent("reads", asked).pipe(runs(4), said(equals("yes"), { decides: true }), passRate({ atLeast }))
  const made = compiledOf(
    suite("rated", reads, agent("writes", asked).pipe(said(equals("yes"), { decides: true }), skip("later")))
  )
  const cell = made.plan.cells[0]!
  const results = ["yes", "yes", "no", "no"].map((text, at) => {
    const exchanges = [{ kind: "model" as const, answer: { text, calls: [], stop_reason: "end_turn" } }]
    return replayRun(cell, { index: at + 1, outcome: { status: "completed" }, exchanges }, "cassettes/rated.jsonl")
  })
  return judge({ ...made, results: [{ cell: cell.id, issues: [], runs: results }] })
}

const broken = (): SuiteVerdict =>
  judge({
    ...compiled,
    results: [
      resultOf(0),
      { cell: drives.id, issues: [issue("INFRASTRUCTURE", "The model did not answer.", "Try later.")], runs: [] }
    ]
  })

export const reports: ReadonlyArray<Report> = [
  reportOf([verdictOf(0, 6)], "complete"),
  reportOf([verdictOf(1, 6), verdictOf(0, 6)], "complete"),
  reportOf([verdictOf(0, 8)], "complete"),
  reportOf([verdictOf(3, 10)], "complete"),
  reportOf([verdictOf(0, 6)], "interrupted"),
  reportOf([broken()], "complete"),
  reportOf([rated(0.05)], "complete"),
  reportOf([rated(0.99)], "complete")
]

const shardOf = (index: number, { id }: typeof asks, report: Report): Report => {
  const suites = report.suites.slice(0, 1).map((its) => {
    const cells = its.cells.filter((cell) => cell.id === id)
    return { ...its, cells, verdict: worst(cells.map(({ verdict }) => verdict)) }
  })
  return {
    ...reportOf(suites, "complete"),
    shard: { index, count: 2, cells: 2, continues: index === 2, of: "0".repeat(64) }
  }
}

/** The first is red, the second green. */
export const shards: readonly [Report, Report] = [shardOf(1, asks, reports[1]!), shardOf(2, drives, reports[0]!)]
