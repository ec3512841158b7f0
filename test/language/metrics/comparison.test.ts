/**
 * Comparisons of two recordings, from their samples: verdicts, obstacles, and how often they err.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import type { CellSample, Conditions, SampledRun } from "../../../src/base/domain/verdict/Baseline.ts"
import type { Comparison, OutcomeComparison } from "../../../src/base/domain/verdict/Comparison.ts"
import { chanceOfAtLeast } from "../../../src/language/metrics/stats/binomialTail.ts"
import type { CompareOptions } from "../../../src/base/domain/verdict/Metric.ts"
import { compareSamples } from "../../../src/language/metrics/comparison.ts"
import { call } from "../../traces.ts"
import { diceOf } from "../../../bench/workload/dice.ts"

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
    assert.equal(worse.cells[0]?.outcomes?.test, "fisher")
    // Of the ways to deal 13 passes to 20 runs, C(10, 3) of C(20, 7) give all seven fails to the candidate.
    assert.equal(worse.cells[0]?.outcomes?.fewer.toFixed(9), (120 / 77520).toFixed(9))
    // Behaviour takes nothing of the error.
    assert.equal(worse.cells[0]?.outcomes?.fewer_adjusted, worse.cells[0]?.outcomes?.fewer)
    assert.equal(compare(cell(passes(3, 10)), cell(passes(10, 10))).verdict, "improved")
  })

  test("five of ten after ten of ten regressed, in whatever order the runs failed, and its interval ends below 0", () => {
    for (const order of [passes(5, 10), passes(5, 10).toReversed()]) {
      const { cells, verdict } = compare(cell(passes(10, 10)), cell(order))
      assert.equal(verdict, "regressed")
      assert.equal(cells[0]?.outcomes?.fewer_adjusted?.toFixed(4), "0.0163")
      assert.equal(cells[0]?.outcomes?.difference.high.toFixed(2), "-0.19")
    }
  })

  test("a small difference is not shown", () => {
    const { cells, verdict } = compare(cell(passes(10, 10)), cell(passes(8, 10)))
    assert.equal(verdict, "no difference shown")
    assert.equal(cells[0]?.outcomes?.difference.value.toFixed(1), "-0.2")
  })

  test("behaviour that changed is a notice with the step that differs, and regressed on request", () => {
    const changed = [
      cell(passes(10, 10)),
      cell(passes(10, 10, [call("look"), call("ask", { city: "Davis" })]))
    ] as const
    const { behaviour, cells, verdict } = compare(...changed)
    assert.equal(verdict, "no difference shown")
    assert.deepEqual(behaviour, { confidence: 0.95, decides: false })
    assert.equal(cells[0]?.behaviour?.differs, true)
    const decided = compare(...changed, { behaviour: "decides" })
    assert.deepEqual([decided.verdict, decided.cells[0]?.because], ["regressed", "behaviour"])
    assert.equal(compare(cell(passes(10, 10)), cell(passes(10, 10))).cells[0]?.behaviour?.differs, false)
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
    assert.deepEqual([together?.test, together?.verdict], ["stratified", "regressed"])
    // Of the C(8, 2) ways to deal two fails to a cell, C(4, 2) give both to the candidate.
    assert.equal(together?.fewer.toFixed(12), ((6 / 28) ** 12).toFixed(12))
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
    assert.deepEqual(reasons(unjudged, unjudged, { behaviour: false }), [
      "its runs have no pass or fail; passhat compare --behaviour-decides compares their calls alone"
    ])
    assert.equal(compare(unjudged, unjudged, { behaviour: "decides" }).verdict, "no difference shown")
  })

  test("so few runs that no regression could be shown", () => {
    assert.deepEqual(reasons(cell(passes(2, 2)), cell(passes(0, 2))), [
      "so few runs cannot show a regression: 3 runs of each cell on both sides can"
    ])
    assert.equal(compare(cell(passes(3, 3)), cell(passes(0, 3))).verdict, "regressed")
    assert.deepEqual(reasons(cell(passes(4, 4)), cell(passes(0, 4)), { confidence: 0.99 }), [
      "so few runs cannot show a regression: 5 runs of each cell on both sides can"
    ])
  })

  test("so few outcomes that runs which behave alike could all fail unseen", () => {
    assert.deepEqual(reasons(cell(passes(2, 2)), cell(passes(0, 2)), { behaviour: "decides" }), [
      "so few runs cannot show a regression: 3 runs of each cell on both sides can"
    ])
  })

  test("a cell of few runs beside one of many, if neither has outcomes", () => {
    const unjudged = (runs: number) => passes(0, runs).map(({ calls }) => ({ calls: calls! }))
    const both = [cell(unjudged(10)), cell(unjudged(2), { id: "s/b/m", name: "b" })]
    const { cells, verdict } = compareSamples(both, both, { confidence: 0.95, behaviour: "decides", allowed: [] })
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

describe("a verdict and the interval beside it", () => {
  /** Whether an interval has 0 in it says the same as the verdict, in numbers and as they are printed. */
  const agrees = (verdict: string, { high, low, value }: OutcomeComparison["difference"], what: string): void => {
    const shown = high < 0 ? "regressed" : low > 0 ? "improved" : "no difference shown"
    assert.equal(verdict, shown, what)
    assert.ok(low <= value && value <= high, what)
  }

  test.each([0.5, 0.8, 0.95, 0.999])("agree for all tables of up to 12 runs a side, at %f", (confidence) => {
    const options = { confidence, behaviour: false, allowed: ["runs"] } as const
    for (const [n1, n2] of tablesOf(1, 12, 12))
      for (const [c1, c2] of tablesOf(0, n1, n2)) {
        const { cells, verdict } = compareSamples([cell(passes(c1, n1))], [cell(passes(c2, n2))], options)
        if (verdict === "not comparable") continue
        agrees(verdict, cells[0]!.outcomes!.difference, `${c1}/${n1} and ${c2}/${n2}`)
      }
  })

  test("agree for cells that share an error, and for all cells together", () => {
    const dice = diceOf(31)
    for (let round = 0; round < 2_000; round++) {
      const sizes = Array.from({ length: 2 + dice(6) }, () => 1 + dice(12))
      const sample = () => sizes.map((runs, at) => cell(passes(dice(runs + 1), runs), { id: `c${at}` }))
      const { cells, together } = compareSamples(sample(), sample(), { confidence: 0.9, behaviour: false, allowed: [] })
      for (const { outcomes, verdict } of [...cells, { outcomes: together!, verdict: together!.verdict }])
        if (verdict !== "not comparable") agrees(verdict, outcomes!.difference, JSON.stringify(outcomes))
    }
  })

  const tablesOf = (from: number, most: number, other: number): ReadonlyArray<readonly [number, number]> =>
    Array.from({ length: most - from + 1 }, (_, a) =>
      Array.from({ length: other - from + 1 }, (_one, b) => [from + a, from + b] as const)
    ).flat()
})

describe("how often comparisons err", () => {
  /** The chance that one cell is called regressed, over all tables that two rates can come to. */
  const chanceOfRegressed = (runs: number, before: number, after: number): number => {
    const weights = (rate: number): ReadonlyArray<number> =>
      Array.from({ length: runs + 1 }, (_, c) => chanceOfExactly(c, runs, rate))
    const [of, to] = [weights(before), weights(after)]
    return of.reduce((sum, a, c1) => {
      const isWorse = (c2: number): boolean =>
        compare(cell(passes(c1, runs)), cell(passes(c2, runs)), { behaviour: false }).verdict === "regressed"
      return sum + a * to.reduce((inner, b, c2) => inner + (c2 < c1 && isWorse(c2) ? b : 0), 0)
    }, 0)
  }
  const chanceOfExactly = (c: number, n: number, rate: number): number => {
    let chance = 1
    for (let i = 0; i < n; i++) chance *= i < c ? (rate * (n - i)) / (c - i) : 1 - rate
    return chance
  }

  test("a cell that did not change is called regressed with a chance of at most 0.05, whatever its rate", () => {
    for (const runs of [3, 5, 10, 20])
      for (const rate of [0.05, 0.2, 0.5, 0.75, 0.9, 0.99]) {
        const chance = chanceOfRegressed(runs, rate, rate)
        assert.ok(chance <= 0.05, `${runs} runs at ${rate}: ${chance}`)
      }
  })

  test("false regressions and drops from 1 to 0.5 are as often called and found as docs/comparing.md says", () => {
    const percent = (chance: number): string => `${(100 * chance).toFixed(1)} %`
    const rows = [5, 10, 20].map((runs) => [
      `${runs}`,
      percent(chanceOfRegressed(runs, 0.5, 0.5)),
      percent(chanceOfRegressed(runs, 1, 0.5))
    ])
    const table = readFileSync(new URL("../../../docs/comparing.md", import.meta.url), "utf8").split("\n")
    for (const row of rows) {
      assert.ok(
        table.some(
          (line) =>
            row.join() ===
            line
              .split("|")
              .slice(1, 4)
              .map((one) => one.trim())
              .join()
        ),
        `${row}`
      )
    }
  })

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

  test("a step more in 30 % of the runs is found by the permutation test, and by Fisher's not", () => {
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
    // Its own false findings, in two directions at 0.05 each.
    assert.ok(chanceOfAtLeast(byOutcomes, 50, 0.1) > 0.001, `${byOutcomes} of 50`)
  })
})
