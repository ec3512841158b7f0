import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Cell } from "../../../src/domain/Plan.ts"
import { helper } from "../../../src/cli/workers/helperThread.ts"
import { replayTogether } from "../../../src/cli/workers/replayTogether.ts"
import { boundGates } from "../../../src/judge/judge.ts"
import { type CellPart, cellJudge } from "../../../src/judge/judgeCell.ts"
import { recordingOf } from "../../../src/layers/replay/blocks.ts"
import { seenIn, type Stretch } from "../../../src/cassette/runIndices.ts"
import { sharedOf, shareOf } from "../../../src/layers/replay/share.ts"
import { replayRun } from "../../../src/agentLoop/replayRun.ts"
import red from "../../../suites/red.ts"
import { compiledOf } from "../../suites.ts"

const root = join(import.meta.dirname, "../../..")
const { definitions, plan } = compiledOf(red)
const cell = plan.cells[0] ?? assert.fail("there is a cell")
const recording = recordingOf(cell, join(root, `cassettes/${cell.id}.jsonl`)) ?? assert.fail("it is recorded")
const setting = { url: pathToFileURL(join(root, "suites/red.ts")).href, runs: undefined }
/** Small enough for several to have something. */
const block = 200
const forever = new AbortController().signal

/** A judge that hears of runs here, and takes in what others made of theirs. */
const desk = () => {
  const judge = cellJudge(cell, boundGates(cell, { definitions }), { means: {}, traces: false })
  let [here, heard] = [0, 0]
  const run = (recorded: Parameters<typeof replay>[1]): boolean => {
    judge.take(replayRun(cell, recorded, "f"))
    here += 1
    return true
  }
  const parts = {
    join: (part: unknown) => judge.join(part as CellPart),
    heard: (runs: number) => void (heard += runs),
    clear: judge.clear
  }
  return { finish: judge.finish, counts: () => [here, heard], replaying: { run, parts } }
}

const alone = (() => {
  const { finish, replaying } = desk()
  shareOf(sharedOf(recording), replaying.run).take()
  return finish([])
})()

const thread = helper(setting)
afterAll(thread.dismiss)

const helped = (asked: Cell = cell) => {
  const { counts, finish, replaying } = desk()
  const stretches: Array<Stretch> = []
  const { done, hasBegun } = thread.help(asked, sharedOf(recording, block), (made) => {
    replaying.parts.join(made.part)
    replaying.parts.heard(made.runs)
    stretches.push(...made.stretches)
  })
  return { counts, done, finish, hasBegun, stretches }
}

describe("a recording that several replay", () => {
  test("is red for the reasons that one alone finds, whoever replayed it", async () => {
    assert.equal(alone.verdict, "fail")
    const { counts, done, finish, stretches } = helped()
    assert.equal(await done, true)
    assert.deepEqual(finish([]), alone)
    assert.deepEqual(counts(), [0, cell.runs])
    assert.equal(seenIn(stretches)?.largest(), cell.runs)
  })

  test("is shared out among them, each run once", async () => {
    const { counts, finish, replaying } = desk()
    const stretches = await replayTogether([thread], { cell, recording, replaying, block }, forever)
    assert.equal(seenIn(stretches ?? [])?.largest(), cell.runs)
    assert.deepEqual(finish([]), alone)
    const [here = 0, heard = 0] = counts()
    assert.equal(here + heard, cell.runs)
  })

  test("is replayed here where nobody can help: the suite is gone, or is another one now", async () => {
    const lost = helper({ ...setting, url: "file:///nowhere/suite.ts" })
    const { finish, counts, replaying } = desk()
    await replayTogether([lost], { cell, recording, replaying, block }, forever)
    lost.dismiss()
    assert.deepEqual([finish([]), counts()], [alone, [cell.runs, 0]])
    const other = await helped({ ...cell, runs: cell.runs + 1 })
    await (
      await helped()
    ).done
    assert.equal(other.hasBegun(), false)
  })

  test("comes to nothing where it is stopped, or a run is not as recorded", async () => {
    const { replaying } = desk()
    const stopped = await replayTogether([thread], { cell, recording, replaying, block }, AbortSignal.abort())
    assert.equal(stopped, undefined)
    const refusing = { ...replaying, run: () => false }
    assert.equal(await replayTogether([], { cell, recording, replaying: refusing, block }, forever), undefined)
    const gone = { ...recording, path: "/nowhere/at/all.jsonl" }
    assert.equal(await replayTogether([], { cell, recording: gone, replaying, block }, forever), undefined)
  })
})
