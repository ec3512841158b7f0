/**
 * What a queue promises of money, of agents with clients of their own, of shards, and of recordings that hold more than words.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { noPostgres } from "../postgres/server.ts"
import type { Server } from "../standin/serve.ts"
import { startStandin } from "../standin/standin.ts"
import { eventually, type Fleet, type FleetQueue, keptRuns, openFleet, suiteFile, timeless } from "./fleet.ts"
import { verdictsOf } from "./verdicts.ts"

setDefaultTimeout(180_000)

const richFile = "test/queue/workload/rich.ts"
const usage = { input: 30, output: 10 }

describe.skipIf(noPostgres !== undefined)("a queue", () => {
  let fleet: Fleet
  let provider: Server
  beforeAll(async () => {
    provider = await startStandin({
      scripts: () => [
        {
          turns: [
            { text: "I look.", usage },
            { text: "A logo.", usage }
          ]
        }
      ]
    })
    fleet = await openFleet(5)
  })
  afterAll(async () => {
    await fleet.close()
    await provider.close()
  })

  /** A price file in which each of these models costs a dollar for a million tokens of input, and ten of output. */
  const priced = (name: string, ...models: ReadonlyArray<string>): string => {
    const file = join(fleet.folder, name)
    const prices = models.map((model) => ({ model, input: 1, output: 10, source: "a test", date: "2026-01-31" }))
    writeFileSync(file, JSON.stringify({ format: "passhat-prices", version: 1, currency: "USD", prices }))
    return file
  }
  const rich = (name: string, given: Readonly<Record<string, string>> = {}) =>
    fleet.queue(name, { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_API_KEY: "none", ...given })
  const failedOf = async (queue: FleetQueue): Promise<ReadonlyArray<Failed>> =>
    JSON.parse((await queue.passhat(["queue", "--json"])).stdout).suites[0].failed
  const spentOf = async ({ query }: FleetQueue) =>
    (
      await query(
        "SELECT spent_tokens::int AS tokens, (spent_picodollars / 1e6)::int AS microdollars FROM passhat.budgets"
      )
    )[0]

  test("asks nothing more when the money of all workers has ended, says how much is left, and goes on when there is more", async () => {
    const queue = await fleet.queue("money", { CELLS: "1", RUNS: "4", KINDS: "asked" })
    const record = ["record", suiteFile, "--detach", "--cassettes", queue.cassettes]
    const prices = ["--prices", priced("asked.json", "asked")]
    const work = ["work", suiteFile, "--drain", "--concurrency", "1"]
    const before = (await fleet.asked()).length
    const asked = async () => (await fleet.asked()).length - before
    // An answer costs 300 microdollars, and the longest one 40,960: for a third one there is not enough left.
    await queue.passhat([...record, ...prices, "--max-usd", "0.0415"])
    await queue.passhat(work)
    assert.deepEqual([await asked(), await keptRuns(queue)], [2, 2])
    const failed = await failedOf(queue)
    assert.deepEqual(
      failed.map(({ issue }) => `${issue.code}: ${issue.message}`),
      Array(2).fill(
        "BUDGET: An answer may take 4096 tokens and $0.04096, and of the budget of the queue $0.0409 are left."
      )
    )
    // It stays the limit of another worker, and after a command that does not speak of it.
    const again = await queue.passhat(record)
    assert.match(again.stderr, /^2 of 4 missing runs are new/)
    await queue.passhat([...work, "--name", "another"])
    assert.deepEqual([await asked(), await keptRuns(queue)], [2, 2])
    const incomplete = await queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])
    assert.equal(incomplete.code, 2)

    await queue.passhat([...record, ...prices, "--max-usd", "1"])
    await queue.passhat(work)
    assert.deepEqual([await asked(), await spentOf(queue)], [4, { tokens: 480, microdollars: 1_200 }])
    const collected = await queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])
    assert.equal(collected.code, 0, collected.stdout)
  })

  test("holds workers that are at work to the limits of a later command", async () => {
    const queue = await fleet.queue("later", { CELLS: "2", RUNS: "2", KINDS: "asked" })
    const record = ["record", suiteFile, "--detach", "--cassettes", queue.cassettes, "--filter"]
    await queue.passhat([...record, "cell 1"])
    const worker = queue.start("bun", ["work", suiteFile])
    await eventually("the first cell is kept", async () => (await keptRuns(queue)) === 2)
    await queue.passhat([...record, "cell 2", "--max-tokens-total", "100"])
    const ended = "SELECT 1 FROM passhat.runs WHERE kept_at IS NOT NULL OR issue IS NOT NULL"
    await eventually("the second cell has ended", async () => (await queue.query(ended)).length === 4)
    worker.child.kill("SIGTERM")
    assert.equal((await worker.finished).code, 0)
    const failed = await failedOf(queue)
    assert.deepEqual(
      failed.map(({ issue }) => issue.code),
      ["BUDGET", "BUDGET"]
    )
    assert.deepEqual(await spentOf(queue), { tokens: 0, microdollars: 0 })
  })

  test("limits no money where it does not know a price, or where an agent asks its model by itself", async () => {
    const queue = await rich("unpriced")
    const record = ["record", richFile, "--detach", "--cassettes", queue.cassettes]
    const usd = ["--prices", priced("no.json", "no", "talks"), "--max-usd", "1"]
    const refused = async (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await queue.passhat([...record, ...args])
      assert.deepEqual([code, stdout], [2, ""], stderr)
      return stderr
    }
    assert.match(
      await refused("--filter", "talks", ...usd),
      /^--max-usd needs a price for every model, and there is none for kind, traveller\. Add it to .*no\.json\.\n$/
    )
    assert.match(
      await refused("--filter", "asks", ...usd),
      /^--max-usd cannot limit asks: an agent with a driver .*\n$/
    )
    assert.match(
      await refused("--filter", "fails", "--max-usd", "1"),
      /there is none for no\. Name a price file: .*\n$/
    )
    assert.deepEqual(await queue.query("SELECT 1 FROM passhat.runs"), [])
    assert.deepEqual(await queue.query("SELECT 1 FROM passhat.budgets"), [])

    // What was enqueued before there was a limit is of the same plan, and of a model without a price.
    await queue.passhat([...record, "--filter", "stops"])
    await queue.passhat([...record, "--filter", "fails", ...usd])
    await queue.passhat(["work", richFile, "--drain"])
    const failed = await failedOf(queue)
    assert.deepEqual([await keptRuns(queue), failed.length], [2, 6])
    assert.ok(failed.every(({ issue: { code, message } }) => code === "BUDGET" && /says has no price/.test(message)))
  })

  test("holds requests that a driver sends through the proxy to its rates, and gives them up with the run", async () => {
    const queue = await rich("rates", { ASKS: "2" })
    const before = provider.requests.length
    const rate = ["--filter", "asks", "--rate", "anthropic/claude-*=1/h"]
    await queue.passhat(["record", richFile, "--detach", "--cassettes", queue.cassettes, ...rate])
    const worker = queue.start("bun", ["work", richFile, "--grace", "0"])
    await eventually("a second request has its place, in an hour", async () => {
      const later = "SELECT 1 FROM passhat.rates WHERE request_at > clock_timestamp() + interval '90 minutes'"
      return (await queue.query(later)).length === 1 && provider.requests.length > before
    })
    worker.child.kill("SIGTERM")
    const { code, stderr } = await worker.finished
    assert.deepEqual([code, /0 runs kept, 0 failed, 2 handed back/.test(stderr)], [0, true], stderr)
    assert.equal(provider.requests.length - before, 1)
  })

  test("ends the runs of a driver that asks through the proxy with the tokens of all workers", async () => {
    const queue = await rich("tokens", { ASKS: "2" })
    const before = provider.requests.length
    const record = ["record", richFile, "--detach", "--cassettes", queue.cassettes, "--filter", "asks"]
    const work = ["work", richFile, "--drain", "--concurrency", "1"]
    // Of 500 tokens each: the first run has two answers, and the second has none.
    await queue.passhat([...record, "--max-tokens-total", "1300"])
    await queue.passhat(work)
    assert.deepEqual([provider.requests.length - before, await keptRuns(queue)], [2, 1])
    const [failed] = await failedOf(queue)
    assert.equal(failed?.issue.code, "BUDGET")
    assert.equal(
      failed.issue.message,
      "An answer may take 500 tokens, and of the budget of the queue 300 tokens are left."
    )
    await queue.passhat([...record, "--max-tokens-total", "2000"])
    await queue.passhat(work)
    assert.deepEqual([provider.requests.length - before, await keptRuns(queue)], [4, 2])
    assert.deepEqual(await spentOf(queue), { tokens: 2_000, microdollars: 0 })
  })

  test("makes the recordings of one machine, with images, a judge, a simulated user and a cell that stops early, and judges them alike in shards", async () => {
    const queue = await rich("rich")
    const alone = join(fleet.folder, "rich-alone")
    const recorded = await queue.passhat(["record", richFile, "--cassettes", alone, "--quiet"], { PASSHAT_QUEUE: "" })
    assert.equal(recorded.code, 1, recorded.stdout + recorded.stderr)
    await queue.passhat(["record", richFile, "--detach", "--cassettes", queue.cassettes])
    const [worked, other] = await Promise.all(
      ["one", "two"].map((name) => queue.passhat(["work", richFile, "--drain", "--concurrency", "2", "--name", name]))
    )
    assert.deepEqual([worked?.code, other?.code], [0, 0], `${worked?.stderr}${other?.stderr}`)
    assert.equal(await keptRuns(queue), 14)
    const collected = await queue.passhat(["collect", richFile, "--cassettes", queue.cassettes])
    assert.equal(collected.code, 0, collected.stdout + collected.stderr)
    const files = timeless(queue.cassettes)
    assert.deepEqual(files, timeless(alone))
    // They are what they are said to be: an image beside its cassette, judgements, a user, and three of six runs.
    assert.equal([...files.keys()].filter((name) => name.endsWith(".base64")).length, 1)
    assert.match(files.get("rich/looks/looker.jsonl") ?? "", /"wire":/)
    assert.equal(
      files.get("rich/talks/talks.jsonl")?.match(/"Thank you\.".*"judgements":\[.*"It is kind\."/g)?.length,
      2
    )
    assert.match(files.get("rich/stops/says.jsonl") ?? "", /"stopped":\{"after":3,"of":6/)
    assert.equal(files.get("rich/stops/says.jsonl")?.trimEnd().split("\n").length, 5)

    const run = async (code: number, ...args: ReadonlyArray<string>) => {
      const judged = await queue.passhat(["run", richFile, "--reporter", "json", ...args])
      assert.equal(judged.code, code, judged.stdout + judged.stderr)
      return judged.stdout
    }
    const both = async (code: number, ...args: ReadonlyArray<string>) => {
      const [ofFiles, ofQueue] = await Promise.all([
        run(code, "--cassettes", alone, ...args),
        run(code, "--queue", queue.url, ...args)
      ])
      assert.deepEqual(verdictsOf(ofQueue), verdictsOf(ofFiles), args.join(" "))
      return cellsOf(ofQueue)
    }
    const whole = await both(1)
    assert.deepEqual(whole, ["looks", "asks", "talks", "stops", "fails"])
    assert.deepEqual([...(await both(0, "--shard", "1/2")), ...(await both(1, "--shard", "2/2"))], whole)
    const some = await both(0, "--filter", "ks")
    assert.deepEqual(some, ["looks", "asks", "talks"])
    const ofSome = ["--filter", "ks", "--shard"]
    assert.deepEqual([...(await both(0, ...ofSome, "1/2")), ...(await both(0, ...ofSome, "2/2"))], some)

    // What is missing is missing in the shard that has to judge it, and in no other.
    await queue.query("DELETE FROM passhat.results WHERE cell LIKE 'rich/talks/%' AND index = 1")
    await run(0, "--queue", queue.url, ...ofSome, "1/2")
    await run(2, "--queue", queue.url, ...ofSome, "2/2")
  })
})

const cellsOf = (report: string): ReadonlyArray<string> =>
  JSON.parse(report).suites.flatMap(({ cells }: { cells: ReadonlyArray<{ readonly name: string }> }) =>
    cells.map(({ name }) => name)
  )

interface Failed {
  readonly cell: string
  readonly issue: { readonly code: string; readonly message: string }
}
