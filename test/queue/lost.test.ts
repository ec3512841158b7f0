import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { noPostgres } from "../postgres/server.ts"
import { eventually, type Fleet, flaws, keptRuns, openFleet, suiteFile } from "./fleet.ts"

setDefaultTimeout(300_000)

describe.skipIf(noPostgres !== undefined)("a worker without its database", () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(50)
  })
  afterAll(() => fleet.close())

  test("finishes what it performs, keeps it beside it without secrets, ends, and the next worker hands it in", async () => {
    const size = { cells: 1, runs: 3 }
    const leaked = "canary-9dYt-47aa10c3f8"
    const given = { CELLS: "1", RUNS: "3", KINDS: "driven", TURNS: "60", LEAKED_TOKEN: leaked }
    const queue = await fleet.queue("lost", given)
    const spool = join(fleet.folder, "spool")
    const work = ["work", suiteFile, "--concurrency", "3", "--drain", "--spool", spool]
    const spooled = () =>
      readdirSync(spool, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"))
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    const worker = queue.start("node", [...work, "--name", "alone"])
    await eventually("three runs are under way", async () => (await fleet.asked()).some(({ turn }) => turn >= 2))
    await fleet.postgres.crash()
    await eventually("three runs are in the spool", async () => spooled().length === 3, 120)
    worker.child.kill("SIGTERM")
    const lost = await worker.finished
    assert.deepEqual([lost.code, /3 runs wait in .*: the next worker/.test(lost.stderr)], [2, true], lost.stderr)
    const texts = spooled().map((name) => Bun.file(join(spool, name)).text())
    assert.equal(
      (await Promise.all(texts)).some((text) => text.includes(leaked)),
      false
    )
    await fleet.postgres.start()
    const next = await queue.passhat([...work, "--name", "next"])
    assert.deepEqual([next.code, /handed in 3 runs of the spool/.test(next.stderr)], [0, true], next.stderr)
    assert.deepEqual([spooled(), await keptRuns(queue)], [[], 3])
    assert.deepEqual(await flaws(fleet, queue, size), [])
    assert.equal((await fleet.asked()).filter(({ turn }) => turn === 1).length, 3)
  })
})
