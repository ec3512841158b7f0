/**
 * 200 recorded runs of gpt-4o on the airline tasks of tau-bench, against the pass^k that its authors published.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Outcomes } from "../../../src/base/domain/verdict/Metric.ts"
import { mean } from "../../../src/language/metrics/stats/numbers.ts"
import { unbiased } from "../../../src/language/metrics/reliability.ts"

const data = join(import.meta.dirname, "../../../../shared/data/tau-bench")
const isHere = existsSync(data)
const name = isHere ? "tau-bench" : `tau-bench (skipped: no recordings at ${data})`

interface Trial {
  readonly task_id: number
  readonly reward: number
}

interface Expected {
  readonly tasks: number
  readonly by_k: { readonly [k: string]: { readonly pass_hat_k_unbiased: number; readonly pass_at_k_unbiased: number } }
}

const read = <A>(file: string): A => JSON.parse(readFileSync(join(data, file), "utf8")) as A

const outcomesByTask = (trials: ReadonlyArray<Trial>): ReadonlyArray<Outcomes> =>
  [...new Set(trials.map(({ task_id }) => task_id))].map(
    (task) =>
      trials
        .filter(({ task_id }) => task_id === task)
        .map(({ reward }) => (reward === 1 ? "pass" : "fail")) as unknown as Outcomes
  )

describe.skipIf(!isHere)(name, () => {
  const tasks = isHere ? outcomesByTask(read<ReadonlyArray<Trial>>("gpt-4o-airline.json")) : []
  const meanOverTasks = (kind: "at" | "hat", k: number): number =>
    mean(tasks.map((outcomes) => unbiased(outcomes, [k])[`unbiased_pass_${kind}_${k}`] ?? NaN))

  test("the recordings have 50 tasks of 4 trials", () => {
    assert.deepEqual(
      tasks.map((outcomes) => outcomes.length),
      Array.from({ length: 50 }, () => 4)
    )
  })

  test.each([
    [1, 0.42],
    [2, 0.2733],
    [3, 0.22],
    [4, 0.2]
  ])("pass^%p is the published %p", (k, published) => {
    assert.equal(Number(meanOverTasks("hat", k).toFixed(4)), published)
  })

  test("pass@4 is 0.72", () => {
    assert.equal(Number(meanOverTasks("at", 4).toFixed(12)), 0.72)
  })

  test("the estimates of every k equal the expected numbers to twelve digits", () => {
    for (const [k, { pass_at_k_unbiased, pass_hat_k_unbiased }] of Object.entries(
      read<Expected>("expected.json").by_k
    )) {
      assert.ok(Math.abs(meanOverTasks("hat", Number(k)) - pass_hat_k_unbiased) < 1e-12)
      assert.ok(Math.abs(meanOverTasks("at", Number(k)) - pass_at_k_unbiased) < 1e-12)
    }
  })
})
