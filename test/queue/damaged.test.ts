/**
 * What others have put into the tables of a queue and into a spool: it is named, and everything else goes on.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { readAddress } from "../../src/features/queue/store/address.ts"
import { spoolText } from "../../src/features/queue/store/spool.ts"
import { sha256 } from "../../src/base/std/sha256.ts"
import * as Effect from "effect/Effect"
import { resultOf } from "../features/queue/store/queues.ts"
import { noPostgres } from "../postgres/server.ts"
import { type Fleet, keptRuns, openFleet, suiteFile } from "./fleet.ts"

setDefaultTimeout(180_000)

describe.skipIf(noPostgres !== undefined)("a queue with what passhat did not write", () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(5)
  })
  afterAll(() => fleet.close())

  test("names each row that is no plan, and shows, performs and collects the others", async () => {
    const queue = await fleet.queue("rows", { CELLS: "1", RUNS: "2", KINDS: "driven" })
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    for (const [name, plan] of [
      ["empty", "{}"],
      ["none", "null"],
      ["text", "no JSON"],
      ["half", `{"fingerprint":"half","suite":"queued","passhat":"0.1.0","cells":[{}]}`],
      ["other", `{"fingerprint":"another","suite":"queued","passhat":"0.1.0","cells":[]}`]
    ]) {
      await queue.query(`INSERT INTO passhat.plans (fingerprint, plan) VALUES ('${name}', '${plan}')`)
    }
    // An element of the queue that is no unit of a run.
    await queue.query(`INSERT INTO passhat.queue (id, queue_name, element, created_at, updated_at, state, visible_at)
      SELECT 'x', queue_name, '{}', now(), now(), 'pending', now() - interval '1 hour' FROM passhat.queue LIMIT 1`)
    const named = (stderr: string) => [...stderr.matchAll(/has a row that passhat did not write: plan (\w+)\./g)]
    for (const args of [["queue"], ["queue", "--json"], ["work", suiteFile, "--drain"], ["queue", "retry"]]) {
      const { code, stderr } = await queue.passhat(args)
      assert.equal(code, 0, `${args.join(" ")}: ${stderr}`)
      assert.deepEqual(
        named(stderr).map(([, name]) => name),
        ["empty", "none", "text", "half", "other"],
        stderr
      )
      assert.doesNotMatch(stderr, /^ +at /m)
    }
    assert.equal(await keptRuns(queue), 2)
    assert.equal((await queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])).code, 0)
    await queue.query("UPDATE passhat.headers SET header = '{}'")
    const collected = await queue.passhat(["collect", suiteFile, "--cassettes", join(fleet.folder, "again")])
    assert.equal(collected.code, 2)
    assert.match(collected.stdout, /DAMAGED_CASSETTE: What the queue has as run 1 of cell 1 has no header\./)
  })

  test("a run in the spool whose plan was cleared, or that the queue refuses, does not keep a worker from its work", async () => {
    const queue = await fleet.queue("cleared", { CELLS: "1", RUNS: "2", KINDS: "driven" })
    const spool = join(fleet.folder, "spool-cleared")
    const { shown } = await Effect.runPromise(readAddress(queue.url))
    const fileOf = (name: string) => join(spool, sha256(shown).slice(0, 16), `${sha256(name).slice(0, 32)}.json`)
    mkdirSync(dirname(fileOf("")), { recursive: true })
    const unit = { plan: "f".repeat(64), cell: "weather/b/model", index: 1, generation: 0, attempt: 1 }
    const image = { ...resultOf(1), media: new Map([["a".repeat(64), "AAAA"]]) }
    writeFileSync(fileOf("cleared"), spoolText(unit, image))
    const far = 2 ** 40
    writeFileSync(fileOf("refused"), spoolText({ ...unit, index: far }, resultOf(far)))
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    const worked = await queue.passhat(["work", suiteFile, "--drain", "--spool", spool])
    assert.deepEqual([worked.code, await keptRuns(queue)], [0, 2], worked.stderr)
    assert.ok(worked.stderr.includes(`${fileOf("refused")}: The queue at`), worked.stderr)
    assert.match(worked.stderr, /It is not handed in: delete it, and the run is performed again\./)
    assert.deepEqual(
      readdirSync(dirname(fileOf(""))).map((name) => join(dirname(fileOf("")), name)),
      [fileOf("refused")]
    )
  })
})
