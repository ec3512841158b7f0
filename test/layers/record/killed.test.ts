/**
 * Recorders as real processes: killed at random moments, and several at once.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import type { Mode } from "../../../src/layers/record/journal.ts"
import * as Space from "./workspace.ts"

const KILLS = 120
/** After so many, a recorder is left alone. */
const MOST = 8
const SEED = 20_260_102

const home = mkdtempSync(join(tmpdir(), "passhat-"))
let program = ""
beforeAll(async () => {
  program = await Space.buildRecorder(home)
})
afterAll(() => rmSync(home, { recursive: true }))

/** A small generator of random numbers, so that a failure can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) % below
  }
}
type Random = ReturnType<typeof randomFrom>

describe("a recorder that is killed", () => {
  test(`at ${KILLS} moments loses no kept run, performs none twice, and finally records the same cassette`, async () => {
    using whole = Space.workspace()
    await Space.recordHere(whole, "new")
    const expected = Space.lasting(whole)
    let kills = 0
    let scenario = 0
    const lane = async (): Promise<void> => {
      if (kills >= KILLS) return
      const more = await recordedAtLast(randomFrom(SEED + scenario++), expected)
      kills += more
      await lane()
    }
    await Promise.all([lane(), lane(), lane()])
    assert.ok(kills >= KILLS)
  }, 120_000)

  test("is caught by the inspection if it loses, mixes or repeats a run", async () => {
    using space = Space.workspace()
    await Space.recordHere(space, "new")
    const text = readFileSync(space.cassette, "utf8")
    const log = Array.from({ length: 8 }, (_, at) => `performed new ${at + 1}\nkept new ${at + 1}\n`).join("")
    const seen = (cassette: string, logged = log) => {
      writeFileSync(space.cassette, cassette)
      writeFileSync(space.log, logged)
      Space.inspect(space, undefined)
    }
    seen(text)
    assert.throws(() => seen(text.slice(0, -1)), /torn/)
    assert.throws(() => seen(text.replace(/.*\n$/, "")))
    assert.throws(() => seen(text.replace("of take new", "of take old")), /mixed/)
    assert.throws(() => seen(text, `${log}performed new 3\n`), /run 3 was kept, and was performed again/)
    assert.throws(() => seen(text, `${log}kept new 9\n`), /run 9 was kept, and is lost/)
  })
})

/** Kills recorders of one cell until one comes to its end, and comes to the number of kills. */
const recordedAtLast = async (random: Random, expected: string): Promise<number> => {
  using space = Space.workspace()
  const first: Mode = random(2) === 0 ? "all" : "missing"
  if (first === "all") await Space.recordHere(space, "old")
  const old = textOf(space)
  const recordOn = async (kills: number): Promise<number> => {
    const begun = Space.journaled(space).length > 0 || textOf(space) !== old
    const recorder = Space.startRecorder(program, space, begun ? "missing" : first, "new")
    await recorder.ready
    if (kills < MOST) killSomewhen(recorder, space, random)
    recorder.go()
    const { code, said } = await recorder.ended
    Space.inspect(space, old)
    if (code === null) return recordOn(kills + 1)
    assert.equal(code, 0, said)
    assert.deepEqual(Space.filesBeside(space), ["model.jsonl"])
    assert.equal(Space.lasting(space), expected)
    return kills
  }
  return await recordOn(0)
}

const textOf = ({ cassette }: Space.Workspace): string | undefined =>
  existsSync(cassette) ? readFileSync(cassette, "utf8") : undefined

/** Half of the time after a while, half of the time as something happens to the files. */
const killSomewhen = ({ ended, kill }: Space.Recorder, { folder }: Space.Workspace, random: Random): void => {
  if (random(2) === 0) {
    setTimeout(kill, random(140))
  } else {
    let left = 1 + random(19)
    const watcher = watch(folder, () => --left === 0 && kill())
    void ended.then(() => watcher.close())
  }
}

describe("several recorders of one cassette", () => {
  test.each([2, 3, 4, 5, 6])(
    "%d of them: one records, and the others get an error with its process",
    async (count) => {
      using space = Space.workspace()
      if (count % 2 === 0) leaveLock(space)
      const recorders = Array.from({ length: count }, () => Space.startRecorder(program, space, "missing", "new"))
      await Promise.all(recorders.map(({ ready }) => ready))
      for (const { go } of recorders) go()
      const ends = await Promise.all(recorders.map(({ ended }) => ended))
      assert.deepEqual(
        Space.performed(space),
        Array.from({ length: 8 }, () => 1)
      )
      assert.ok(ends.some(({ code }) => code === 0))
      for (const { code, said } of ends) {
        if (code === 0) continue
        assert.equal(code, 3, said)
        assert.match(said, /^cassettes\/eight\/runs\/model\.jsonl is being recorded by process \d+\.\n$/)
      }
      assert.deepEqual(Space.filesBeside(space), ["model.jsonl"])
    },
    20_000
  )
})

/** As a recorder that was killed leaves it. */
const leaveLock = ({ cassette }: Space.Workspace): void =>
  writeFileSync(`${cassette}.lock`, JSON.stringify({ pid: spawnSync("true").pid, host: hostname(), token: "gone" }))
