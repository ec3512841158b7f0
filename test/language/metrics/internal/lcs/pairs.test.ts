import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { eachLcs, oneByOne, twoByTwo } from "../../../../../src/language/metrics/internal/lcs/pairs.ts"
import { lcsProgram } from "../../../../../src/language/metrics/internal/lcs/program.ts"

type Compare = typeof oneByOne

const lengths = (compare: Compare, sequences: ReadonlyArray<ReadonlyArray<number>>) => {
  const found = new Map<string, number>()
  compare(sequences, (a, b, length) => {
    assert.ok(a < b && !found.has(`${a} ${b}`), "every two are visited once")
    found.set(`${a} ${b}`, length)
  })
  return found
}

/** The textbook way. */
const inTwoRows = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  let before: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, () => 0)
  for (const one of a) {
    const row = [0]
    for (const [at, other] of b.entries()) {
      row.push(one === other ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!))
    }
    before = row
  }
  return before.at(-1) ?? 0
}

const textbook: Compare = (sequences, visit) => {
  for (const [a, one] of sequences.entries()) {
    for (let b = a + 1; b < sequences.length; b++) visit(a, b, inTwoRows(one, sequences[b]!))
  }
}

describe("the common subsequences of every two sequences", () => {
  test("this runtime has the compiled program", () => {
    assert.ok(lcsProgram(new WebAssembly.Memory({ initial: 1 })) !== undefined)
  })

  test("lengths equal those of the textbook definition, with the program and without", () => {
    const sequence = fc.array(fc.nat(5), { maxLength: 200, size: "max" })
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 6 }), (sequences) => {
        const expected = lengths(textbook, sequences)
        assert.deepEqual(lengths(oneByOne, sequences), expected)
        assert.deepEqual(lengths(twoByTwo, sequences), expected)
      }),
      { numRuns: 200 }
    )
  })

  test("lengths equal those of the textbook definition at the edges of blocks of 64", () => {
    const upTo = (length: number, period: number) => Array.from({ length }, (_, at) => (at * at) % period)
    const sequences = [0, 1, 63, 64, 65, 127, 128, 129, 192].flatMap((length) => [upTo(length, 7), upTo(length, 1)])
    assert.deepEqual(lengths(twoByTwo, sequences), lengths(textbook, sequences))
  })

  test("lengths are the same for any number of sequences", () => {
    const many = Array.from({ length: 60 }, (_, run) => Array.from({ length: 150 }, (__, at) => (at * (run + 3)) % 11))
    assert.deepEqual(lengths(eachLcs, many), lengths(oneByOne, many))
  })
})
