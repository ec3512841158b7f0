/**
 * Comparisons of two recordings, from their samples: verdicts, obstacles, and how often they err.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { CellSample, Conditions, SampledRun } from "../../src/domain/Baseline.ts"
import type { Comparison } from "../../src/domain/Comparison.ts"
import { chanceOfAtLeast } from "../../src/metrics/internal/stats/binomialTail.ts"
import type { CompareOptions } from "../../src/domain/Metric.ts"
import { compareSamples } from "../../src/metrics/comparison.ts"
import { call } from "../traces.ts"
import { diceOf } from "../../bench/workload/dice.ts"

const conditions: Conditions = {
  fingerprint: "f",
  prompt: "p",
  tools: { "weather.look": "1" },
  faults: "none",
  gates: { "expect#1": "1" }
}

const cell = (runs: ReadonlyArray<Omit<SampledRun, "index">>, changes: Partial<CellSample> = {}): CellSample => ({
  id: "s/a/m",
  name: "a",
  conditions,
  runs: runs.map((run, at) => ({ index: at + 1, ...run })),
  ...changes
})

const look = [call("look")]
const passes = (passed: number, runs: number, calls = look): ReadonlyArray<Omit<SampledRun, "index">> =>
  Array.from({ length: runs }, (_, at) => ({ outcome: at < passed ? "pass" : "fail", calls }))

const compare = (baseline: CellSample, candidate: CellSample, options: Partial<CompareOptions> = {}): Comparison =>
  compareSamples([baseline], [candidate], { confidence: 0.95, behaviour: true, allowed: [], ...options })

describe("verdicts", () => {
  test("a candidate that passes less often regressed, the other way round it improved", () => {
    const worse = compare(cell(passes(10, 10)), cell(passes(3, 10)))
    assert.equal(worse.verdict, "regressed")
    assert.equal(worse.cells[0]?.because, "outcomes")
    assert.equal(worse.cells[0]?.outcomes?.test, "mcnemar")
    assert.deepEqual([worse.cells[0]?.outcomes?.lost, worse.cells[0]?.outcomes?.won], [7, 0])
    assert.equal(worse.cells[0]?.outcomes?.fewer.toFixed(9), (1 / 128).toFixed(9))
    // Half of the error is for behaviour.
    assert.equal(worse.cells[0]?.outcomes?.fewer_adjusted?.toFixed(9), (1 / 64).toFixed(9))
    assert.equal(compare(cell(passes(3, 10)), cell(passes(10, 10))).verdict, "improved")
  })

  test("a small difference is not shown", () => {
    const { cells, verdict } = compare(cell(passes(10, 10)), cell(passes(8, 10)))
    assert.equal(verdict, "no difference shown")
    assert.equal(cells[0]?.outcomes?.difference.value.toFixed(1), "-0.2")
  })

  test("behaviour that changed regressed where pass and fail say nothing, with the step that differs", () => {
    const { cells, verdict } = compare(
      cell(passes(10, 10)),
      cell(passes(10, 10, [call("look"), call("ask", { city: "Davis" })]))
    )
    assert.equal(verdict, "regressed")
    assert.equal(cells[0]?.because, "behaviour")
    assert.deepEqual(cells[0]?.behaviour?.witness, {
      server: "weather",
      name: "ask",
      times: 1,
      baseline: 0,
      candidate: 10,
      runs: [1, 1]
    })
    const outcomesAlone = compare(cell(passes(10, 10)), cell(passes(10, 10, [])), { behaviour: false })
    assert.equal(outcomesAlone.verdict, "no difference shown")
  })

  test("arguments and order are witnesses too", () => {
    const [davis, chico] = [call("look", { city: "Davis" }), call("look", { city: "Chico" })]
    const args = compare(cell(passes(9, 9, [davis])), cell(passes(9, 9, [chico]))).cells[0]?.behaviour?.witness
    assert.deepEqual([args?.args, args?.baseline, args?.candidate], [{ city: "Davis" }, 9, 0])
    const order = compare(
      cell(passes(9, 9, [call("look"), call("ask")])),
      cell(passes(9, 9, [call("ask"), call("look")]))
    ).cells[0]?.behaviour?.witness
    assert.deepEqual([order?.name, order?.after?.name, order?.baseline, order?.candidate], ["ask", "look", 9, 0])
  })

  test("an improvement of one cell does not hide the regression of another", () => {
    const [a, b] = [
      { id: "a", name: "a" },
      { id: "b", name: "b" }
    ]
    const { cells, verdict } = compareSamples(
      [cell(passes(20, 20), a), cell(passes(0, 20), b)],
      [cell(passes(0, 20), a), cell(passes(20, 20), b)],
      { confidence: 0.95, behaviour: true, allowed: [] }
    )
    assert.deepEqual(
      cells.map((one) => one.verdict),
      ["regressed", "improved"]
    )
    assert.equal(verdict, "regressed")
  })

  test("many cells of few runs are compared together", () => {
    const ids = Array.from({ length: 12 }, (_, at) => ({ id: `c${at}`, name: `c${at}` }))
    const { cells, together, verdict } = compareSamples(
      ids.map((id) => cell(passes(4, 4), id)),
      ids.map((id) => cell(passes(2, 4), id)),
      { confidence: 0.95, behaviour: true, allowed: [] }
    )
    assert.ok(cells.every((one) => one.verdict === "no difference shown"))
    assert.ok(cells.every((one) => one.outcomes?.fewer_adjusted === undefined))
    assert.deepEqual([together?.lost, together?.won], [24, 0])
    assert.equal(verdict, "regressed")
  })
})

describe("what cannot be compared", () => {
  const reasons = (baseline: CellSample, candidate: CellSample, options?: Partial<CompareOptions>) => {
    const { cells, obstacles, verdict } = compare(baseline, candidate, options)
    assert.equal(verdict, "not comparable")
    return [...obstacles, ...cells.flatMap((one) => one.obstacles)].map(({ reason }) => reason)
  }
  const ten = cell(passes(10, 10))
  const under = (changes: Partial<Conditions>): CellSample => ({
    ...ten,
    conditions: { ...conditions, fingerprint: "g", ...changes }
  })

  test("another prompt, tool, fault, gate or run count, by name", () => {
    assert.deepEqual(reasons(ten, under({ prompt: "q" })), ["the prompt differs"])
    assert.deepEqual(reasons(ten, under({ tools: { "weather.look": "2", "weather.ask": "1" } })), [
      "the tools differ: weather.ask, weather.look"
    ])
    assert.deepEqual(reasons(ten, under({ faults: "hang" })), ["the faults differ"])
    assert.deepEqual(reasons(ten, under({ gates: { "expect#1": "2" } })), ["the gates differ: expect#1"])
    assert.deepEqual(reasons(ten, cell(passes(9, 9))), ["the run counts differ: 10 and 9"])
    assert.deepEqual(reasons(ten, { ...ten, planned_runs: 20 }), [
      "the candidate stopped after 10 of 20 runs when it was decided: its rate is biased"
    ])
    assert.deepEqual(reasons({ ...ten, planned_runs: 20 }, ten), [
      "the baseline stopped after 10 of 20 runs when it was decided: its rate is biased"
    ])
  })

  test("what is allowed to differ is compared, and other run counts by Fisher's test", () => {
    assert.equal(compare(ten, under({ prompt: "q" }), { allowed: ["prompt"] }).verdict, "no difference shown")
    const { cells, verdict } = compare(ten, cell(passes(1, 9)), { allowed: ["runs"] })
    assert.equal(verdict, "regressed")
    assert.equal(cells[0]?.outcomes?.test, "fisher")
  })

  test("a change of the agent alone is what is compared", () => {
    assert.equal(compare(ten, under({})).verdict, "no difference shown")
  })

  test("what is not known is not taken for equal", () => {
    const { conditions: _, ...unknown } = ten
    assert.deepEqual(reasons(ten, unknown), [
      "whether the prompt differs is not known: the candidate does not say",
      "whether the tools differ is not known: the candidate does not say",
      "whether the gates differ is not known: the candidate does not say"
    ])
    const { gates: _gates, ...ungated } = conditions
    assert.deepEqual(reasons(ten, { ...ten, conditions: ungated }), ["the gates differ: expect#1"])
  })

  test("runs without a verdict, a trace or any counterpart", () => {
    const open = cell([...passes(9, 9), { calls: look }])
    assert.deepEqual(reasons(ten, open), ["run #10 of the candidate has no verdict"])
    assert.deepEqual(reasons(cell(passes(9, 10).map(({ outcome }) => ({ outcome: outcome! }))), ten), [
      "run #1 of the baseline has no trace"
    ])
    assert.deepEqual(reasons(ten, cell(passes(10, 10).map(({ calls }) => ({ calls: calls! })))), [
      "the runs of the candidate have no pass or fail"
    ])
    assert.deepEqual(reasons(ten, { ...ten, id: "other" }), ["the candidate does not have it"])
    const unjudged = cell(passes(10, 10).map(({ calls }) => ({ calls: calls! })))
    assert.deepEqual(reasons(unjudged, unjudged, { behaviour: false }), ["its runs have no pass or fail"])
  })

  test("so few runs that no regression could be shown", () => {
    assert.deepEqual(reasons(cell(passes(4, 4)), cell(passes(0, 4))), [
      "so few runs cannot show a regression: 6 runs of each cell on both sides can"
    ])
    assert.equal(compare(cell(passes(6, 6)), cell(passes(0, 6))).verdict, "regressed")
    assert.deepEqual(reasons(cell(passes(4, 4)), cell(passes(0, 4)), { behaviour: false }), [
      "so few runs cannot show a regression: 5 runs of each cell on both sides can"
    ])
  })

  test("so few outcomes that runs which behave alike could all fail unseen", () => {
    assert.deepEqual(reasons(cell(passes(5, 5)), cell(passes(0, 5))), [
      "so few runs cannot show a regression: 6 runs of each cell on both sides can"
    ])
    assert.equal(compare(cell(passes(5, 5)), cell(passes(0, 5, [call("ask")]))).cells[0]?.because, "behaviour")
  })

  test("a cell of few runs beside one of many, if neither has outcomes", () => {
    const unjudged = (runs: number) => passes(0, runs).map(({ calls }) => ({ calls: calls! }))
    const both = [cell(unjudged(10)), cell(unjudged(2), { id: "s/b/m", name: "b" })]
    const { cells, verdict } = compareSamples(both, both, { confidence: 0.95, behaviour: true, allowed: [] })
    assert.equal(verdict, "not comparable")
    assert.deepEqual(
      cells.map((one) => one.verdict),
      ["no difference shown", "not comparable"]
    )
  })

  test("nothing at all", () => {
    const { obstacles, verdict } = compareSamples([], [ten], { confidence: 0.95, behaviour: true, allowed: [] })
    assert.equal(verdict, "not comparable")
    assert.equal(obstacles[0]?.reason, "the baseline has no cells")
  })
})

describe("how often comparisons err", () => {
  /** An agent that passes and takes steps by chance: the same one on both sides. */
  const chances = (seed: number): (() => number) => {
    const throws = diceOf(seed)
    return () => throws(1_000_000) / 1_000_000
  }
  const agent = (agents: () => number) => {
    const rate = agents()
    const steps = ["look", "ask", "plan", "tell"].map((name) => ({ name, chance: agents() }))
    return (): Omit<SampledRun, "index"> => ({
      outcome: agents() < rate ? "pass" : "fail",
      calls: steps.flatMap(({ chance, name }) =>
        agents() < chance ? [call(name, agents() < 0.2 ? { again: true } : {})] : []
      )
    })
  }
  const runsOf = (run: () => Omit<SampledRun, "index">, count: number) => Array.from({ length: count }, run)

  test("1,000 comparisons of equal agents raise a false regression no more often than stated", () => {
    const agents = chances(16)
    let [regressed, improved] = [0, 0]
    for (let comparison = 0; comparison < 1_000; comparison++) {
      const shape = { cells: 1 + Math.floor(agents() * 3), runs: 6 + Math.floor(agents() * 4) }
      const all = Array.from({ length: shape.cells }, (_, at) => ({ id: `c${at}`, run: agent(agents) }))
      const sample = () => all.map(({ id, run }) => cell(runsOf(run, shape.runs), { id, name: id }))
      const { verdict } = compareSamples(sample(), sample(), { confidence: 0.95, behaviour: true, allowed: [] })
      assert.notEqual(verdict, "not comparable")
      if (verdict === "regressed") regressed++
      if (verdict === "improved") improved++
    }
    // At the stated rate of 0.05, more than this many have a chance below 0.001.
    assert.ok(chanceOfAtLeast(regressed, 1_000, 0.05) > 0.001, `${regressed} false regressions`)
    assert.ok(chanceOfAtLeast(improved, 1_000, 0.05) > 0.001, `${improved} false improvements`)
    assert.ok(regressed > 0, "a test that never errs is not tested here")
  }, 120_000)

  test("a step more in 30 % of the runs is found by the permutation test, and by McNemar's not", () => {
    const agents = chances(30)
    let [found, byOutcomes] = [0, 0]
    for (let comparison = 0; comparison < 50; comparison++) {
      const rate = 0.5 + agents() / 2
      const run = (isChanged: boolean): Omit<SampledRun, "index"> => ({
        outcome: agents() < rate ? "pass" : "fail",
        calls: [call("look"), ...(isChanged ? [call("ask")] : []), call("tell")]
      })
      const candidate = Array.from({ length: 30 }, (_, at) => run((at * 7) % 30 < 9))
      const { cells } = compare(cell(runsOf(() => run(false), 30)), cell(candidate))
      const { behaviour, outcomes } = cells[0]!
      if (behaviour!.p_adjusted! <= 0.05 && behaviour?.witness?.name === "ask") found++
      if (Math.min(outcomes!.fewer_adjusted!, outcomes!.more_adjusted!) <= 0.05) byOutcomes++
    }
    assert.equal(found, 50)
    // Its own false findings, in two directions at 0.025 each.
    assert.ok(chanceOfAtLeast(byOutcomes, 50, 0.05) > 0.001, `${byOutcomes} of 50`)
  })
})
