import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RecordedRun } from "../../../src/domain/Cassette.ts"
import { formatCassette } from "../../../src/layers/record/writeCassette.ts"
import { recordingOf } from "../../../src/layers/replay/blocks.ts"
import { readPlainRun } from "../../../src/layers/replay/plainRun.ts"
import { seenIn } from "../../../src/layers/replay/seenIndices.ts"
import { type Share, type Shared, sharedOf, shareOf, withdraw } from "../../../src/layers/replay/share.ts"
import { anyRuns, cell, header, runs } from "../recordings.ts"

/** A recording of these bytes that several may share. Removed by `using`. */
const shared = (bytes: string | Uint8Array, block?: number) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-"))
  const path = join(folder, "cassette.jsonl")
  writeFileSync(path, bytes)
  const recording = recordingOf(cell, path) ?? assert.fail("it is of the cell")
  return {
    path,
    shared: sharedOf(recording, block),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true })
  }
}

const taking = (from: Shared, refuses: (run: RecordedRun) => boolean = () => false) => {
  const taken: Array<RecordedRun> = []
  const share = shareOf(from, (run) => {
    taken.push(run)
    return !refuses(run)
  })
  return { ...share, taken }
}

/** Whether a share was taken to its end. */
const takesAll = ({ close, take }: Share): boolean => {
  let last = take()
  while (last === "taken") last = take()
  close()
  return last === "none left"
}

/** Keys that look like numbers are written in another order than they are read. */
const plainRuns = anyRuns.map((all) =>
  all.filter((run) => readPlainRun(formatCassette(header, [run]).split("\n")[1] ?? "") !== undefined)
)

describe("the shares of a recording", () => {
  test("hold every run once, whoever takes which block", () => {
    const turns = fc.array(fc.nat(2), { maxLength: 40 })
    fc.assert(
      fc.property(plainRuns, fc.integer({ min: 1, max: 400 }), turns, (recorded, block, order) => {
        using one = shared(formatCassette(header, recorded), block)
        const shares = [0, 1, 2].map(() => taking(one.shared))
        for (const who of order) assert.notEqual(shares[who]!.take(), "unusual")
        for (const share of shares) assert.ok(takesAll(share))
        const byIndex = (a: RecordedRun, b: RecordedRun): number => a.index - b.index
        assert.deepEqual(shares.flatMap(({ taken }) => taken).toSorted(byIndex), recorded.toSorted(byIndex))
        const seen = seenIn(shares.flatMap(({ stretches }) => stretches))
        assert.ok(recorded.every(({ index }) => seen?.has(index)))
      })
    )
  })

  const [whole] = runs
  const text = formatCassette(header, [whole!])
  const bytes = Buffer.from(text)
  const noText = Buffer.from(bytes)
  noText[bytes.lastIndexOf("Sacramento")] = 0xff
  const unusual: Readonly<Record<string, string | Uint8Array>> = {
    "a run that is torn": text.slice(0, -20),
    "a line that does not end": text.slice(0, -1),
    "an empty line": `${text}\n`,
    "a line that ends as on Windows": `${text.slice(0, -1)}\r\n`,
    "a key that is there twice": text.replace('"index":1', '"index":1,"index":1'),
    "a byte order mark before a run": text.replace('{"exchanges"', '\uFEFF{"exchanges"'),
    "bytes that are no text": noText
  }
  test.each(Object.keys(unusual))("are void with %s", (name) => {
    assert.notDeepEqual(Buffer.from(unusual[name]!), bytes)
    using one = shared(unusual[name]!)
    assert.equal(takesAll(taking(one.shared)), false)
  })

  test("are void where a run is refused, and where the file changes", () => {
    using one = shared(text)
    assert.equal(takesAll(taking(one.shared, () => true)), false)
    using other = shared(text)
    const share = taking(other.shared)
    assert.equal(share.take(), "taken")
    appendFileSync(other.path, "\n")
    assert.equal(takesAll(share), false)
  })

  test("are empty once somebody withdrew the rest", () => {
    using one = shared(text)
    withdraw(one.shared)
    const share = taking(one.shared)
    assert.ok(takesAll(share))
    assert.deepEqual([share.taken, share.stretches], [[], []])
  })

  test("are void together where a run is in two of them", () => {
    assert.equal(
      seenIn([
        [1, 3],
        [5, 6]
      ])?.named(),
      "run 1, 2, 3, 5, 6"
    )
    assert.equal(
      seenIn([
        [5, 6],
        [1, 5]
      ]),
      undefined
    )
    assert.equal(seenIn([])?.named(), "no run")
  })
})
