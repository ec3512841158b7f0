import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, equals, expect, skip, suite } from "passhat"
import * as fc from "fast-check"
import { type AnySuite, refuse } from "../../../src/app/suites/compileSuites.ts"
import { refusal } from "../../../src/app/run/executeSuite.ts"
import { rangeOf, shardOf } from "../../../src/app/select/shard.ts"
import { issue, notice } from "../../../src/base/domain/issues.ts"
import type { Report, SuiteVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { mergeShards } from "../../../src/engine/judge/mergeShards.ts"
import { reportOf } from "../../../src/engine/judge/reportOf.ts"
import { compiledOf } from "../../suites.ts"
import { trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

type Selected = AnySuite

const suiteOf = (agents: ReadonlyArray<"run" | "skip">, at: number): Selected => {
  const made = suite(
    `s${at}`,
    ...agents.map((kind, place) => {
      const asks = agent(`a${place}`, { model: "claude-m", servers: [weather], prompt: "p" }).pipe(
        expect("stop_reason", equals("end_turn"))
      )
      return kind === "skip" ? asks.pipe(skip("down")) : asks
    })
  )
  // Every suite says that it is in the same file, as those of two projects may: files do not tell suites apart.
  const loaded = { suite: made, project: { root: "/p", file: "suites/s.ts" } }
  if (agents.length === 0) return refuse(loaded, issue("INVALID_SUITE", "It is empty.", "Fill it."))
  const compiled = compiledOf(made)
  return { _tag: "compiled", ...loaded, ...compiled, whole: compiled.plan, notices: [noticed], continues: false }
}

const noticed = notice("ONLY", "Told once.", "Read it once.")

/** The odd agents fail, so that verdicts differ. */
const verdictOf = (one: Selected): SuiteVerdict =>
  one._tag === "refused"
    ? refusal(one).verdict
    : judge({
        plan: one.plan,
        definitions: one.definitions,
        results: one.plan.cells.map(({ agent: name, id }) => {
          const stop_reason = /[13579]$/.test(name) ? "max_turns" : "end_turn"
          return { cell: id, runs: [{ index: 1, trace: trace({ stop_reason }) }], issues: [] }
        }),
        issues: one.continues ? [] : one.notices,
        file: one.project.file
      })

const shards = (selected: ReadonlyArray<Selected>, count: number): ReadonlyArray<Report> =>
  Array.from({ length: count }, (_, at) => {
    const { shard, suites } = shardOf(selected, { index: at + 1, count })
    return reportOf(suites.map(verdictOf), "complete", shard)
  })

const selections = fc
  .array(fc.array(fc.constantFrom("run" as const, "run" as const, "skip" as const), { maxLength: 5 }), {
    minLength: 1,
    maxLength: 5
  })
  .map((kinds) => kinds.map(suiteOf))

describe("--shard", () => {
  test("the shards of any selection merge to the report of the whole selection", () => {
    fc.assert(
      fc.property(selections, fc.integer({ min: 1, max: 12 }), (selected, count) => {
        assert.deepEqual(mergeShards(shards(selected, count)), reportOf(selected.map(verdictOf), "complete"))
      })
    )
  })

  test("each cell is in one shard, and shards differ by at most one cell", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 40 }), (cells, count) => {
        const ranges = Array.from({ length: count }, (_, at) => rangeOf({ index: at + 1, count, cells }))
        assert.deepEqual(
          ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
          Array.from({ length: cells }, (_, at) => at)
        )
        const sizes = ranges.map(({ from, to }) => to - from)
        assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
      })
    )
  })

  test("a shard with cells of a suite has a cell of it that is not skipped", () => {
    fc.assert(
      fc.property(selections, fc.integer({ min: 1, max: 12 }), (selected, count) => {
        const whole = new Set(reportOf(selected.map(verdictOf), "complete").suites.filter(isNothingRun).map(nameOf))
        for (const { suites } of shards(selected, count)) {
          for (const one of suites) assert.ok(!isNothingRun(one) || whole.has(one.suite), one.suite)
        }
      })
    )
  })

  test("shards of different selections have different identities", () => {
    const of = (kinds: ReadonlyArray<"run" | "skip">): string =>
      shardOf([suiteOf(kinds, 0)], { index: 1, count: 2 }).shard.of
    assert.equal(of(["run"]), of(["run"]))
    assert.notEqual(of(["run"]), of(["skip"]))
    assert.notEqual(of(["run"]), of(["run", "run"]))
  })
})

const isNothingRun = ({ issues }: SuiteVerdict): boolean => issues.some(({ code }) => code === "NOTHING_RUN")
const nameOf = ({ suite: name }: SuiteVerdict): string => name
