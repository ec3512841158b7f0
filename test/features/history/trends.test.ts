import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Schema from "effect/Schema"
import { type HistoryCell, type HistoryEntry, type HistoryRow, Trends } from "../../../src/base/domain/verdict/History.ts"
import { evidenceAt, evidenceSeen } from "../../../src/language/metrics/evidenceSeen.ts"
import { findFall, type PassCount } from "../../../src/language/metrics/stats/changePoint.ts"
import { trendsOf } from "../../../src/features/history/trends.ts"
import { sha256 } from "../../../src/base/std/sha256.ts"

/** Uniform in 0..1, the same in every run of the tests. */
const dice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const plain = { prompt: "p", tools: "t", model: "m", faults: "f", gates: "g" }

/** A row of a day, whose runs are new. */
const entry = (day: number, outcomes: string, given: Partial<HistoryRow & HistoryCell> = {}): HistoryEntry => {
  const evidence = Array.from(outcomes, (_, run) => sha256(`${day} ${run}`).slice(0, 8)).join("")
  const { cell: id = "s/a/m", conditions = plain, model = "m", name = "a", suite = "s", ...measured } = given
  const cell: HistoryCell = { cell: id, conditions, model, name, suite }
  const row: HistoryRow = { cell: JSON.stringify(cell), verdict: "pass", outcomes, evidence, ...measured }
  return { at: new Date(Date.UTC(2026, 0, day)).toISOString(), id: sha256(JSON.stringify(row)).slice(0, 32), row, cell }
}

const alarmOf = (entries: ReadonlyArray<HistoryEntry>) => trendsOf(entries, 0.99).cells[0]?.alarm

describe("trends", () => {
  const good = "pppppppppp"
  const bad = "ppffffffpf"

  test("a drop is found, with the row that it began with, what changed there, and both rates", () => {
    const changed = { conditions: { ...plain, prompt: "other" } }
    const rows = [good, good, "pppppppppf", good, good, bad, bad].map((outcomes, at) =>
      entry(at + 1, outcomes, at >= 5 ? changed : {})
    )
    const trends = trendsOf(rows, 0.99)
    assert.deepEqual(Schema.decodeUnknownSync(Trends)(trends), trends)
    const [trend] = trends.cells
    assert.deepEqual(
      trend?.points.map(({ changed: parts }) => parts),
      [[], [], [], [], [], ["prompt"], []]
    )
    const { alarm } = trend!
    assert.equal(alarm?.since, "2026-01-06T00:00:00.000Z")
    assert.deepEqual(alarm.changed, ["prompt"])
    assert.deepEqual([alarm.before.passes, alarm.before.runs, alarm.after.passes, alarm.after.runs], [49, 50, 6, 20])
    assert.ok(alarm.e_value >= 100)
  })

  test("a cell that gets better, that stays as it is or that has one row has no alarm", () => {
    assert.equal(alarmOf([bad, bad, bad, good, good].map((outcomes, at) => entry(at + 1, outcomes))), undefined)
    assert.equal(alarmOf(Array.from({ length: 30 }, (_, at) => entry(at + 1, good))), undefined)
    assert.equal(alarmOf([entry(1, bad)]), undefined)
  })

  test("runs that are judged again are no new evidence, also if only some of them are", () => {
    const again = entry(2, bad).row.evidence
    const rows = [entry(1, good), entry(2, bad)]
    const longer = entry(2, bad + bad).row.evidence
    for (let day = 3; day < 30; day++) rows.push(entry(day, bad, { evidence: again, tokens: day }))
    assert.equal(alarmOf(rows), undefined)
    assert.deepEqual(
      trendsOf(rows, 0.99)
        .cells[0]?.points.slice(0, 4)
        .map(({ new_runs }) => new_runs),
      [10, 10, 0, 0]
    )
    const grown = trendsOf([...rows, entry(40, bad + bad, { evidence: longer })], 0.99).cells[0]?.points.at(-1)
    assert.deepEqual([grown?.new_runs, grown?.rate?.runs], [10, 20])
  })

  test("rows under other gates or faults are marked, and are not compared with", () => {
    for (const part of ["gates", "faults"] as const) {
      const changed = { conditions: { ...plain, [part]: "other" } }
      const rows = [good, good, good, bad, bad, bad].map((outcomes, at) =>
        entry(at + 1, outcomes, at >= 3 ? changed : {})
      )
      const [trend] = trendsOf(rows, 0.99).cells
      assert.deepEqual(trend?.points[3]?.changed, [part])
      assert.equal(trend.alarm, undefined)
    }
  })

  test("runs without a verdict count neither way, and a row of nothing else has no rate", () => {
    const rows = [entry(1, good), entry(2, good), entry(3, "nnnnnnnnnn"), entry(4, "nnnnnnnnnn")]
    const [trend] = trendsOf(rows, 0.99).cells
    assert.equal(trend?.alarm, undefined)
    assert.deepEqual([trend?.points[2]?.rate, trend?.points[2]?.new_runs], [undefined, 0])
  })

  test("the order of lines says nothing, and a row that is there twice counts once, from its first time", () => {
    const rows = [good, good, bad, bad, bad].map((outcomes, at) => entry(at + 1, outcomes))
    const later = { ...rows[2]!, at: "2026-03-01T00:00:00.000Z" }
    assert.deepEqual(trendsOf([later, ...rows.toReversed(), rows[0]!], 0.99), trendsOf(rows, 0.99))
  })

  test("two rows whose hashes only begin alike are two rows", () => {
    const [one, other] = [entry(1, good), entry(2, bad)]
    const ids = ["a", "b"].map((end) => `01234567${end.repeat(24)}`)
    const [trend] = trendsOf(
      [
        { ...one, id: ids[0]! },
        { ...other, id: ids[1]! },
        { ...other, id: ids[1]! }
      ],
      0.99
    ).cells
    assert.deepEqual(
      trend?.points.map(({ id }) => id),
      ids
    )
  })
})

describe("the false alarms of a history", () => {
  const HISTORIES = 2_000
  const ROWS = 25

  /** For each history of a constant rate, the strongest evidence that is ever seen, if one looks after every row. */
  const strongest = (rate: number, row: (next: () => boolean) => PassCount): ReadonlyArray<number> => {
    const roll = dice(7)
    return Array.from({ length: HISTORIES }, () => {
      const samples: Array<PassCount> = []
      let most = 0
      for (let at = 0; at < ROWS; at++) {
        samples.push(row(() => roll() < rate))
        most = Math.max(most, findFall(samples)?.e ?? 0)
      }
      return most
    })
  }

  const five = (next: () => boolean): PassCount => {
    const passes = Array.from({ length: 5 }, next).filter(Boolean).length
    return { passes, fails: 5 - passes }
  }

  /** Ends with its first failure: such a row has a biased rate. */
  const untilRed = (next: () => boolean): PassCount => {
    let passes = 0
    while (passes < 5 && next()) passes += 1
    return { passes, fails: passes < 5 ? 1 : 0 }
  }

  /** The most that is left by chance, with 99.9 %, at the stated rate. */
  const most = (error: number): number => HISTORIES * error + 3.09 * Math.sqrt(HISTORIES * error * (1 - error))

  for (const [name, row] of Object.entries({
    "of five runs each": five,
    "that end with their first failure": untilRed
  })) {
    test(`are no more than stated, however often one looks, for rows ${name}`, () => {
      for (const rate of [0.2, 0.5, 0.8, 0.95]) {
        const seen = strongest(rate, row)
        for (const error of [0.1, 0.01]) {
          const found = seen.filter((e) => e >= 1 / error).length
          assert.ok(found <= most(error), `${found} of ${HISTORIES} at rate ${rate} and error ${error}`)
        }
      }
    })
  }

  test("long histories of many runs are measured without overflow", () => {
    const steady = Array.from({ length: 400 }, (): PassCount => ({ passes: 90, fails: 10 }))
    assert.ok((findFall([...steady, { passes: 89, fails: 11 }])?.e ?? 0) < 1)
    const fallen = findFall([...steady, ...steady.map((): PassCount => ({ passes: 60, fails: 40 }))])
    assert.deepEqual(fallen, { e: 1e12, from: 400 })
  })
})

test("digits of runs are known again, whatever characters they are", () => {
  const isNew = evidenceSeen(4)
  assert.deepEqual(
    (
      [
        ["0000000000000001", 0],
        ["0000000000000001", 8],
        ["00000000", 0],
        ["GGGGGGGG", 0],
        ["00000001", 0]
      ] as const
    ).map(([text, from]) => isNew(evidenceAt(text, from))),
    [true, true, false, true, false]
  )
})
