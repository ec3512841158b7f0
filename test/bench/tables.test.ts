import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { claimsTable } from "../../bench/claims.ts"
import { LIMIT, LIMIT_PARSE, mcpmarkOn, passhatOn, weatherOn } from "../../bench/contestants.ts"
import type { Row } from "../../bench/measure/interleave.ts"
import {
  cpuTable,
  grouped,
  median,
  megabytesTable,
  ratio,
  ratioTable,
  secondsTable
} from "../../bench/measure/tables.ts"
import { resultsPage } from "../../bench/results.ts"

const row = (contestant: string, count: number, seconds: ReadonlyArray<number>, most = 0): Row => ({
  contestant,
  count,
  seconds,
  cpu: seconds.map((one) => one / 2),
  megabytes: seconds.map((_, at) => most - at)
})

const broken: Row = { contestant: "b", count: 10_000, seconds: [], cpu: [], megabytes: [], failure: "exit 2: no room" }
const rows = [row("a", 1, [3, 1, 2], 50), row("b", 1, [10, 20], 70), row("a", 10_000, [40, 50]), broken]

describe("the tables of the benchmark", () => {
  test("the median is the middle, or half way between the two in the middle", () => {
    assert.deepEqual([[5], [3, 1, 2], [4, 1, 3, 2], []].map(median), [5, 2, 2.5, undefined])
  })

  test("the median has as many numbers below it as above, whatever their order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1 }), (numbers) => {
        const middle = median(numbers)!
        const below = numbers.filter((number) => number < middle).length
        const above = numbers.filter((number) => number > middle).length
        assert.ok(below <= numbers.length / 2 && above <= numbers.length / 2)
        assert.equal(median(numbers.toReversed()), middle)
      })
    )
  })

  test("a ratio with an unmeasured value is undefined", () => {
    assert.deepEqual(
      [ratio(6, 3), ratio(undefined, 3), ratio(6, undefined), ratio(6, 0)],
      [2, undefined, undefined, undefined]
    )
  })

  test("ratios are ratios of medians at the same size", () => {
    assert.deepEqual(ratioTable(rows, "a").split("\n").slice(2), ["| a | 1 x | 1 x |", "| b | 7.50 x | not measured |"])
  })

  test("seconds are medians, and memory is a maximum", () => {
    assert.deepEqual(secondsTable(rows).split("\n"), [
      "|  | 1 | 10,000 |",
      "| --- | ---: | ---: |",
      "| a | 2.000 s | 45.0 s |",
      "| b | 15.0 s | not measured |"
    ])
    assert.match(cpuTable(rows), /\| a \| 1\.000 s \| 22\.5 s \|/)
    assert.match(megabytesTable(rows), /\| b \| 70 MB \| not measured \|/)
  })

  test.each([
    [1, "1"],
    [999, "999"],
    [1_000, "1,000"],
    [1_000_000, "1,000,000"]
  ])("%d is written %s", (count, shown) => assert.equal(grouped(count), shown))
})

describe("a promise", () => {
  const line = (seconds: number): string => {
    const scale = [row(LIMIT, 10_000, [2], 40), row(passhatOn("Bun"), 10_000, [seconds], 150)]
    return claimsTable({ scale })
  }

  test("holds up to its bound, and not beyond", () => {
    assert.match(line(4.4), /passhat on Bun \/ bare script \| 2\.20 x \| at most 2\.20 x \(moonshot 1\.50 x\) \| yes/)
    assert.match(line(4.5), /passhat on Bun \/ bare script \| 2\.25 x .* \| no/)
    assert.match(line(4.4), /peak memory on Bun \| 150 MB \| at most 150 MB \| yes/)
  })

  test("about the start has one line without a flag and one for each flag", () => {
    const cold = [
      row(LIMIT, 1, [0.01]),
      row(weatherOn("Bun"), 1, [0.06]),
      row(weatherOn("Bun", "--quiet"), 1, [0.06]),
      row(weatherOn("Bun", "--reporter json"), 1, [0.07])
    ]
    const claims = claimsTable({ cold })
    assert.match(
      claims,
      /weather suite on Bun \/ bare script \| 6(?:\.00)? x \| at most 5\.80 x \(moonshot 4 x\) \| no/
    )
    assert.match(claims, /`--quiet` \/ bare script \| 6(?:\.00)? x \| at most 6\.50 x \(moonshot 4 x\) \| yes/)
    assert.match(claims, /`--reporter json` \/ bare script \| 7\.00 x \| .* \| no/)
    assert.match(claims, /`--reporter junit=report\.xml` \/ bare script \| not measured .* \| not measured/)
  })

  test("about real recordings has one line for each size, for the green gates", () => {
    const mcpmark = [192, 768].flatMap((count) => [
      row(LIMIT_PARSE, count, [1]),
      row(mcpmarkOn("Bun", "all green"), count, [count === 192 ? 4 : 6]),
      row(mcpmarkOn("Bun", "mostly red"), count, [9])
    ])
    const claims = claimsTable({ mcpmark })
    assert.match(claims, /\| 192 real recordings, .* \| 4 x \| at most 5 x \| yes/)
    assert.match(claims, /\| 768 real recordings, .* \| 6 x \| at most 5 x \| no/)
    assert.match(claimsTable({}), /\| real recordings, .* \| not measured \| at most 5 x \| not measured/)
  })

  test("is not computed from another section", () => {
    const elsewhere = [row(LIMIT, 10_000, [2]), row(passhatOn("Bun"), 10_000, [4])]
    assert.match(claimsTable({ peers: elsewhere }), /passhat on Bun \/ bare script \| not measured .* not measured/)
  })
})

test("the page names the reason of a failure and each section that was not measured", () => {
  const page = resultsPage({
    scale: {
      title: "Replay",
      about: "About it.",
      made: ["by hand"],
      measured: { base: "a", rows },
      notes: ["c is out."]
    }
  })
  assert.match(page, /- b at 10,000: exit 2: no room/)
  assert.match(page, /- c is out\./)
  assert.match(page, /## million\n\nNot measured\./)
})
