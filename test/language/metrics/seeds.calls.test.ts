/**
 * The formulas of the seeds about calls and about runs side by side, written down a second time as literally as possible. Beside
 * seeds.test.ts; matchings and subsequences are found here by trying all of them.
 */
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import {
  confidenceBand,
  driftFlags,
  goldenPath,
  narrative,
  orchestration,
  passAtK,
  passHatK,
  recommendRuns,
  reliability,
  selectionF1,
  stability,
  stabilityAcross,
  toolSelection,
  trajectory
} from "../../../src/metrics.ts"

const close = (one: unknown, other: number): void =>
  assert.ok(typeof one === "number" && Math.abs(one - other) < 1e-9, `${String(one)} is not ${other}`)

const name = fc.constantFrom<string>("a", "b", "c")
const names = fc.array(name, { maxLength: 4 })
const madeCall = fc.record({ name, args: fc.record({ q: fc.nat(1), r: fc.nat(1) }) })
const calls = fc.array(madeCall, { maxLength: 4 })
const traceOf = (tool_calls: ReadonlyArray<object>) => ({ tool_calls })
const callsOf = (all: ReadonlyArray<string>) => traceOf(all.map((one) => ({ name: one })))

/** The longest common subsequence, by trying every choice. */
const common = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const [first, ...rest] = one
  if (first === undefined) return 0
  const at = other.indexOf(first)
  const without = common(rest, other)
  return at === -1 ? without : Math.max(without, 1 + common(rest, other.slice(at + 1)))
}

/** Whether every one of `some` has a partner of its own in `others`, by trying every choice. */
const isMatched = <A, B>(some: ReadonlyArray<A>, others: ReadonlyArray<B>, fits: (a: A, b: B) => boolean): boolean => {
  const [first, ...rest] = some
  return (
    first === undefined || others.some((one, at) => fits(first, one) && isMatched(rest, others.toSpliced(at, 1), fits))
  )
}

const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

describe("the formulas of the seeds", () => {
  test("tool selection: the rate, the largest number of tokens, the estimator, and one run over the cap", () => {
    const run = fc.record({ made: names, total: fc.nat(30) })
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 1, maxLength: 6 }),
        fc.nat(10),
        fc.nat(30),
        fc.integer({ min: 1, max: 7 }),
        (runs, tenths, cap, k) => {
          const rate = runs.filter(({ made }) => made.includes("a")).length / runs.length
          const good = runs.filter(({ made, total }) => made.includes("a") && total <= cap).length
          const report = toolSelection(
            runs.map(({ made, total }) => ({ ...callsOf(made), conversation: { tokens: { total } } })),
            { expectedTool: "a", minSelectionRate: tenths / 10, maxTotalTokens: cap, k }
          )
          close(report.selection_rate, rate)
          assert.equal(report.max_tokens, Math.max(...runs.map(({ total }) => total)))
          if (runs.length < k) assert.equal(report.pass_hat_k, undefined)
          else close(report.pass_hat_k, choose(good, k) / choose(runs.length, k))
          assert.equal(report.passed, rate >= tenths / 10 && runs.every(({ total }) => total <= cap))
        }
      )
    )
  })

  test("selection F1 over classes", () => {
    const classes = { first: ["a"], both: ["a", "b"] }
    fc.assert(
      fc.property(names, (made) => {
        const hits = Object.values(classes).filter((tools) => made.some((one) => tools.includes(one))).length
        const strays = made.filter((one) => one === "c").length
        const { f1, precision, recall } = selectionF1(callsOf(made), { classes })
        close(precision, hits + strays === 0 ? 0 : hits / (hits + strays))
        close(recall, hits / 2)
        close(f1, (2 * hits) / (2 * hits + strays + (2 - hits)))
      })
    )
  })

  test("drift flags: what is strictly below its floor", () => {
    fc.assert(
      fc.property(calls, fc.nat(10), (made, tenths) => {
        const report = stability(traceOf(made))
        const flags = driftFlags(report, { redundancy: tenths / 10 })
        assert.equal(flags.includes("redundancy"), (report.redundancy ?? 1) < tenths / 10)
      })
    )
  })

  test("similarity, argument consistency and early divergence of several runs", () => {
    fc.assert(
      fc.property(fc.array(calls, { minLength: 2, maxLength: 5 }), (runs) => {
        const pairs = runs.flatMap((one, at) => runs.slice(at + 1).map((other) => [one, other] as const))
        const likeness = pairs.map(([one, other]) => {
          const longest = Math.max(one.length, other.length)
          return longest === 0
            ? 1
            : common(
                one.map((each) => each.name),
                other.map((each) => each.name)
              ) / longest
        })
        const shares = pairs.flatMap(([one, other]) => {
          const same = one.flatMap((each, at) => (other[at]?.name === each.name ? [[each, other[at]!] as const] : []))
          const equal = same.filter(([x, y]) => x.args.q === y.args.q && x.args.r === y.args.r)
          return same.length === 0 ? [] : [equal.length / same.length]
        })
        const places = pairs.flatMap(([one, other]) => {
          const at = Array.from({ length: Math.max(one.length, other.length) }, (_, place) => place).find(
            (place) => one[place]?.name !== other[place]?.name
          )
          return at === undefined ? [] : [at]
        })
        const mean = (all: ReadonlyArray<number>): number => all.reduce((a, b) => a + b, 0) / all.length
        const report = stabilityAcross(runs.map(traceOf))
        close(report.tool_sequence_similarity, mean(likeness))
        close(report.argument_consistency, shares.length === 0 ? 1 : mean(shares))
        assert.equal(report.early_divergence, places.filter((at) => at < 2).length * 2 > places.length ? 1 : 0)
      })
    )
  })

  test("the modes of a trajectory", () => {
    const shape = fc.oneof(
      fc.constant("any" as const),
      fc.record({ exact: fc.record({ q: fc.nat(1), r: fc.nat(1) }) }),
      fc.record({ subset: fc.record({ q: fc.nat(1) }) })
    )
    const expectedCalls = fc.array(fc.record({ name, args: shape }), { maxLength: 4 })
    type Expected = typeof expectedCalls extends fc.Arbitrary<ReadonlyArray<infer A>> ? A : never
    type Made = typeof madeCall extends fc.Arbitrary<infer A> ? A : never
    const fits = ({ args, name: wanted }: Expected, made: Made): boolean =>
      wanted === made.name &&
      (typeof args === "string" ||
        ("exact" in args
          ? args.exact.q === made.args.q && args.exact.r === made.args.r
          : args.subset.q === made.args.q))
    const inOrder = (wanted: ReadonlyArray<Expected>, made: ReadonlyArray<Made>): boolean => {
      const [first, ...rest] = wanted
      return first === undefined || made.some((one, at) => fits(first, one) && inOrder(rest, made.slice(at + 1)))
    }
    fc.assert(
      fc.property(expectedCalls, calls, (wanted, made) => {
        const all = isMatched(wanted, made, fits)
        const expected = {
          // An empty expectation is satisfied under every mode of the seeds but `subset`.
          strict:
            wanted.length === 0 || (wanted.length === made.length && wanted.every((one, at) => fits(one, made[at]!))),
          subsequence: inOrder(wanted, made),
          unordered: all,
          superset: all,
          subset: isMatched(made, wanted, (one, other) => fits(other, one)),
          sameMultiset: wanted.length === made.length && all
        }
        for (const [mode, passed] of Object.entries(expected)) {
          const report = trajectory(traceOf(made), { mode: mode as keyof typeof expected, calls: wanted })
          assert.equal(Boolean(report.passed), passed, mode)
          assert.equal(report.mismatch_count === 0, passed, mode)
        }
      })
    )
  })

  test("golden path: the steps that are missing, and when it passes", () => {
    fc.assert(
      fc.property(names, fc.uniqueArray(name), (made, golden) => {
        const report = goldenPath(callsOf(made), { calls: golden })
        const missing = golden.length - common(golden, made)
        assert.equal(report.missing_steps, missing)
        assert.equal(Boolean(report.passed), missing === 0 && report.penalty === 1)
      })
    )
  })

  test("the decay curve and the unbiased estimators", () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 13 }),
        (outcomes, k) => {
          const { decay_curve, passhat_k, runs } = reliability(outcomes)
          const curve = outcomes.map((_, at) => {
            const passes = outcomes.slice(0, at + 1).filter(Boolean).length
            // As a fraction of whole numbers, so that 100 is not truncated to 99.
            const [top, bottom] = [100n * BigInt(passes) ** BigInt(at + 1), BigInt(at + 1) ** BigInt(at + 1)]
            return Number(top / bottom)
          })
          assert.deepEqual([runs, passhat_k, decay_curve], [outcomes.length, curve.at(-1), curve])
          const [n, c] = [outcomes.length, outcomes.filter(Boolean).length]
          if (k > n) assert.deepEqual([passAtK(n, c, k), passHatK(n, c, k)], [undefined, undefined])
          else {
            close(passAtK(n, c, k), 1 - choose(n - c, k) / choose(n, k))
            close(passHatK(n, c, k), choose(c, k) / choose(n, k))
          }
        }
      )
    )
  })

  test("how many runs are recommended, and how wide their band is", () => {
    const z = { 0.9: 1.645, 0.95: 1.96, 0.99: 2.576 } as const
    for (const confidence of [0.9, 0.95, 0.99] as const) {
      for (const halfWidth of [0.01, 0.05, 0.1, 0.2]) {
        const ratio = z[confidence] / halfWidth
        assert.equal(recommendRuns({ halfWidth, confidence }), Math.ceil(ratio * ratio * 0.25 - 1e-9))
      }
      for (const n of [1, 10, 100, 1000]) close(confidenceBand(n, confidence), z[confidence] * Math.sqrt(0.25 / n))
    }
  })

  test("narrative: the score is the share of flagged items, and an absent write fails", () => {
    const verbs = { create_issue: "I created the issue.", delete_report: "I deleted the report." } as const
    const tools = fc.subarray(Object.keys(verbs) as Array<keyof typeof verbs>)
    fc.assert(
      fc.property(tools, tools, (made, said) => {
        const report = narrative(
          {
            tool_calls: made.map((tool) => ({ server: "s", name: tool })),
            final_response: said.map((tool) => verbs[tool]).join(" ")
          },
          { offered: Object.keys(verbs).map((tool) => ({ server: "s", name: tool })) }
        )
        const absent = said.filter((tool) => !made.includes(tool)).length
        const unclaimed = made.filter((tool) => !said.includes(tool)).length
        const all = made.length + said.length
        assert.deepEqual([report.claimed_but_absent, report.present_but_unclaimed], [absent, unclaimed])
        close(report.divergence_score, all === 0 ? 0 : Math.min(1, (absent + unclaimed) / all))
        assert.equal(report.gate_passed, absent === 0 ? 1 : 0)
      })
    )
  })

  test("error recovery: the share of errors after which the tool works", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name, ok: fc.boolean() }), { maxLength: 6 }), (made) => {
        const errors = made.flatMap(({ ok }, at) => (ok ? [] : [at]))
        const good = errors.filter((at) => made.slice(at).some((one) => one.ok && one.name === made[at]!.name))
        const { error_recovery } = orchestration({
          tool_calls: made.map((one, at) => ({ id: `${at}`, name: one.name })),
          tool_results: made.map(({ ok }, at) => ({ call_id: `${at}`, is_error: !ok }))
        })
        if (errors.length === 0) assert.equal(error_recovery, undefined)
        else close(error_recovery, good.length / errors.length)
      })
    )
  })
})
