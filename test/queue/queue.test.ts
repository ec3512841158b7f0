import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { HIDDEN } from "../../src/base/std/escape.ts"
import { noPostgres, PASSWORD } from "../postgres/server.ts"
import { eventually, type Fleet, flaws, keptRuns, leasesEnd, openFleet, suiteFile, timeless } from "./fleet.ts"
import { verdictsOf } from "./verdicts.ts"

setDefaultTimeout(180_000)

if (noPostgres !== undefined) console.log(`The tests of queues are skipped. ${noPostgres}`)

describe.skipIf(noPostgres !== undefined)("a queue", () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(25)
  })
  afterAll(() => fleet.close())

  test("has each run once and makes the recordings of one machine, with workers on three runtimes that are killed, and a database that crashes", async () => {
    const size = { cells: 4, runs: 15 }
    const queue = await fleet.queue("whole", { CELLS: String(size.cells), RUNS: String(size.runs), TURNS: "4" })
    const work = ["work", suiteFile, "--drain", "--concurrency", "2"]
    const enqueued = await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    assert.deepEqual([enqueued.code, enqueued.stdout], [0, ""])
    const first = queue.start("bun", [...work, "--name", "first"])
    const others = [queue.start("deno", [...work, "--name", "deno"]), queue.start("node", [...work, "--name", "node"])]
    await eventually("five runs are kept", async () => (await keptRuns(queue)) >= 5)
    first.child.kill("SIGKILL")
    await first.finished
    await leasesEnd(queue, "first")
    const second = queue.start("bun", [...work, "--name", "second"])
    await eventually("fifteen runs are kept", async () => (await keptRuns(queue)) >= 15)
    await fleet.postgres.crash()
    await fleet.postgres.start()
    await eventually("twenty-five runs are kept", async () => (await keptRuns(queue)) >= 25)
    second.child.kill("SIGKILL")
    await second.finished
    await leasesEnd(queue, "second")
    const ended = await Promise.all(others.map(({ finished }) => finished))
    assert.deepEqual(
      ended.map(({ code, stderr }) => [code, /nothing is left to do/.test(stderr)]),
      [
        [0, true],
        [0, true]
      ],
      JSON.stringify(ended)
    )
    assert.deepEqual(await flaws(fleet, queue, size), [])

    const collected = await queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])
    assert.equal(collected.code, 0, collected.stdout + collected.stderr)
    const alone = join(fleet.folder, "alone")
    const recorded = await queue.passhat(["record", suiteFile, "--cassettes", alone, "--quiet"], { PASSHAT_QUEUE: "" })
    assert.equal(recorded.code, 0, recorded.stderr)
    assert.deepEqual(timeless(queue.cassettes), timeless(alone))

    const [files, table] = await Promise.all([
      queue.passhat(["run", suiteFile, "--cassettes", queue.cassettes, "--reporter", "json"]),
      queue.passhat(["run", suiteFile, "--queue", queue.url, "--reporter", "json"])
    ])
    assert.deepEqual([files.code, table.code], [0, 0])
    assert.deepEqual(verdictsOf(table.stdout), verdictsOf(files.stdout))
  })

  test("gives no run to a worker whose suite is another one, and says what differs", async () => {
    const queue = await fleet.queue("differs", { CELLS: "1", RUNS: "1", KINDS: "driven" })
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    const refused = await queue.passhat(["work", suiteFile, "--drain"], { PROMPT: "Beg" })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /cell 1: prompt is "Ask as cell 1\." on the queue and "Beg as cell 1\." here/)
    assert.equal(await keptRuns(queue), 0)
  })

  test("never makes a recording that lacks a run: the budget of all workers ends, is raised, and what failed is tried again", async () => {
    const queue = await fleet.queue("budget", { CELLS: "1", RUNS: "4", KINDS: "asked" })
    const record = ["record", suiteFile, "--detach", "--cassettes", queue.cassettes]
    await queue.passhat([...record, "--max-tokens-total", "4300"])
    await queue.passhat(["work", suiteFile, "--drain", "--concurrency", "1"])
    const kept = await keptRuns(queue)
    assert.ok(kept > 0 && kept < 4, `${kept} runs are kept`)
    const [incomplete, judged, shown] = await Promise.all([
      queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes]),
      queue.passhat(["run", suiteFile, "--queue", queue.url]),
      queue.passhat(["queue", "--json"])
    ])
    assert.equal(incomplete.code, 2)
    assert.match(incomplete.stdout, /MISSING_RUN: .* is not written: run .* is missing \(\d failed: An answer may take/)
    assert.equal(existsSync(join(queue.cassettes, "queued/cell-1/asked.jsonl")), false)
    assert.equal(judged.code, 2)
    assert.match(judged.stdout, /MISSING_RUN/)
    assert.equal(JSON.parse(shown.stdout).suites[0].failed[0].issue.code, "BUDGET")
    await queue.passhat([...record, "--max-tokens-total", "100000"])
    await queue.passhat(["work", suiteFile, "--drain"])
    const whole = await queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])
    assert.equal(whole.code, 0, whole.stdout)
  })

  test("gets back what a worker has not finished when it is told to stop", async () => {
    const queue = await fleet.queue("stops", { CELLS: "1", RUNS: "3", KINDS: "driven", TURNS: "100000" })
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    const worker = queue.start("bun", ["work", suiteFile, "--grace", "0", "--name", "told"])
    const counts = async () => {
      const { stdout } = await queue.passhat(["queue", "--json"])
      return JSON.parse(stdout).suites[0]
    }
    await eventually("three runs are under way", async () => (await counts()).cells[0].running === 3)
    assert.equal((await counts()).running[0].worker, "told")
    worker.child.kill("SIGTERM")
    const { code, stderr } = await worker.finished
    assert.deepEqual([code, /was told to stop\. 0 runs kept, 0 failed, 3 handed back/.test(stderr)], [0, true], stderr)
    const [{ failed, kept, running, waiting }] = (await counts()).cells
    assert.deepEqual({ failed, kept, running, waiting }, { failed: 0, kept: 0, running: 0, waiting: 3 })
  })

  test("goes on when the one who waits for it is interrupted", async () => {
    const queue = await fleet.queue("waits", { CELLS: "1", RUNS: "2", KINDS: "driven" })
    const waiting = queue.start("bun", ["record", suiteFile, "--cassettes", queue.cassettes])
    await eventually("two runs wait", async () => (await queue.query("SELECT 1 FROM passhat.runs")).length === 2)
    waiting.child.kill("SIGINT")
    const { code, stderr } = await waiting.finished
    assert.deepEqual([code, /The queue goes on/.test(stderr)], [130, true], stderr)
    await queue.passhat(["work", suiteFile, "--drain"])
    const recorded = await queue.passhat(["record", suiteFile, "--cassettes", queue.cassettes])
    assert.deepEqual(
      [recorded.code, /2 runs of 1 worker/.test(recorded.stdout)],
      [0, true],
      recorded.stdout + recorded.stderr
    )
  })

  test("shows hostile text of its rows, its workers and their failures as text", async () => {
    const hostile = "\u001b[31mred\n::error::\u009b2J\u202eevil\u200b"
    const queue = await fleet.queue("hostile", { CELLS: "1", RUNS: "5", KINDS: "asked", FAILURE: hostile })
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    const worked = await queue.passhat(["work", suiteFile, "--concurrency", "5", "--name", "\u001b[2Jworker"])
    assert.match(worked.stderr, /worker: cell 1, run #\d: .*\[31mred ::error::/)
    const [published] = await queue.query("SELECT plan FROM passhat.plans")
    const { cells, ...rest } = JSON.parse(String(published?.["plan"]))
    const plan = { ...rest, fingerprint: "f", suite: hostile, cells: [{ ...cells[0], id: "c", name: hostile }] }
    const issue = { code: "INFRASTRUCTURE", message: hostile, hint: hostile }
    await queue.query(`INSERT INTO passhat.plans (fingerprint, plan) VALUES ('f', '${JSON.stringify(plan)}');
      INSERT INTO passhat.runs (plan, cell, index, unit, worker, issue) VALUES
      ('f', 'c', 1, 'u', '${hostile}', '${JSON.stringify(issue)}'), ('f', 'c', 2, 'v', '', '{"code":1'), ('f', 'c', 3, 'w', '', '[]')`)
    const [table, json, unknown, cleared] = [
      await queue.passhat(["queue"]),
      await queue.passhat(["queue", "--json"]),
      await queue.passhat(["queue", "show", "other"]),
      await queue.passhat(["queue", "clear", hostile])
    ]
    assert.deepEqual([table.code, json.code, unknown.code, cleared.code], [0, 0, 2, 0])
    for (const { stderr, stdout } of [worked, table, json, unknown, cleared]) {
      const shown = `${stdout}${stderr}`
      assert.deepEqual(shown.replaceAll("\n", "").match(HIDDEN), null, shown)
      assert.equal(/^\s*::/m.test(shown), false, shown)
    }
    assert.match(table.stdout, /failed: .*run #1, at .*red\\n::error::.*INFRASTRUCTURE: /)
    const { failed, suite } = JSON.parse(json.stdout).suites[1]
    assert.deepEqual([suite, failed[0].worker, failed[0].issue], [hostile, hostile, issue])
  })

  test("gives no run to a judge or a recording that was changed on it", async () => {
    const queue = await fleet.queue("changed", { CELLS: "1", RUNS: "2", KINDS: "driven" })
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    await queue.passhat(["work", suiteFile, "--drain"])
    await queue.query("CREATE TABLE public.whole AS SELECT index, line FROM passhat.results")
    for (const [line, why] of [
      [`line || E'\\n' || line`, /line 2/],
      [`replace(line, '"index":1', '"index":2')`, /it is not run 1/],
      [`replace(line, '"index":1', '"index":1,"index":1')`, /written twice/],
      [`left(line, 40)`, /line 2/]
    ] as const) {
      await queue.query(`UPDATE passhat.results r SET line = w.line FROM public.whole w WHERE w.index = r.index;
        UPDATE passhat.results SET line = ${line} WHERE index = 1`)
      const [judged, collected] = await Promise.all([
        queue.passhat(["run", suiteFile, "--queue", queue.url]),
        queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])
      ])
      assert.deepEqual([judged.code, collected.code], [2, 2], `${line}: ${judged.stdout}${collected.stdout}`)
      assert.match(judged.stdout, why)
      assert.match(collected.stdout, why)
      assert.equal(existsSync(join(queue.cassettes, "queued/cell-1/asker.jsonl")), false)
    }
  })

  test("holds no secret of a worker, and no message shows the password of its database", async () => {
    const leaked = "canary-5fQz-81bbd0c4e2"
    const queue = await fleet.queue("secrets", { CELLS: "1", RUNS: "1", KINDS: "driven", LEAKED_TOKEN: leaked })
    const said = [
      await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes]),
      await queue.passhat(["work", suiteFile, "--drain"]),
      await queue.passhat(["queue"]),
      await queue.passhat(["queue"], { PASSHAT_QUEUE: queue.url.replace(/\/\w+$/, "/none") })
    ]
    const rows = await queue.query(
      "SELECT line AS text FROM passhat.results UNION ALL SELECT header FROM passhat.headers UNION ALL SELECT plan FROM passhat.plans"
    )
    const texts = [
      ...rows.map(({ text }) => String(text)),
      ...said.flatMap(({ stderr, stdout }) => [stderr, stdout])
    ].join("\n")
    assert.match(texts, /The token is \[REDACTED:/)
    assert.equal(texts.includes(leaked), false)
    assert.equal(texts.includes(PASSWORD), false)
    assert.equal(said.at(-1)?.code, 2)
  })
})
