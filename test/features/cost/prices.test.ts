/**
 * `--prices` and `--max-usd`, as processes: reports of recordings, and live runs against a stand-in.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { studio } from "../../app/live/studio.ts"
import { everyRuntime } from "../../app/everyRuntime.ts"
import { type Finished, passhatOn, root } from "../../app/project.ts"

/** Several processes, on a machine that may be busy. */
setDefaultTimeout(240_000)

let folder = ""
const weather = join(root, "suites/weather.ts")
const red = join(root, "suites/red.ts")
const price = { model: "claude-*", input: 3, output: 15, source: "a price list", date: "2026-01-31" }

const written = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  return file
}
const priceFile = (...prices: ReadonlyArray<unknown>): unknown => ({
  format: "passhat-prices",
  version: 1,
  currency: "USD",
  prices
})
const passhat = (...args: ReadonlyArray<string>): Finished => passhatOn("bun", args, { cwd: folder })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "passhat-prices-"))
  written("prices.json", priceFile(price))
  written("agents.json", priceFile({ ...price, model: "claude-sonnet-*" }))
  written("other.json", priceFile({ ...price, model: "gpt-*" }))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("--prices", () => {
  test("says what each run, cell, model and the report cost, the same on every runtime, and changes no verdict", () => {
    const texts = everyRuntime.map((runtime) => {
      const done = passhatOn(runtime, ["run", weather, "--prices", "prices.json", "--reporter", "json"], {
        cwd: folder
      })
      assert.equal(done.code, 0, done.stderr)
      return done.stdout
    })
    assert.equal(new Set(texts).size, 1)
    const { cost, suites } = Schema.decodeUnknownSync(Report)(JSON.parse(texts[0]!))
    const [cell] = suites[0]!.cells
    assert.deepEqual(cost, {
      usd: 0.030696,
      runs: 5,
      unpriced_runs: 0,
      models: [{ model: "claude-sonnet-4-5", usd: 0.030696, runs: 5, unpriced_runs: 0 }]
    })
    const { model: _, ...used } = price
    assert.deepEqual(cell?.cost, { usd: 0.030696, runs: 5, unpriced_runs: 0, price: used })
    assert.ok(cell.runs.every(({ usd }) => usd !== undefined && usd > 0))
  })

  test("is told to people, with its source where they ask for everything", () => {
    const { stdout } = passhat("run", weather, "--prices", "prices.json", "--verbose")
    assert.match(stdout, /^ {2}cost {2}asks for the weather: \$0\.0307 for 5 runs, by a price list of 2026-01-31$/m)
    assert.match(stdout, /^cost \$0\.0307 for 5 runs$/m)
    const markdown = passhat("run", weather, red, "--prices", "prices.json", "--reporter", "markdown").stdout
    assert.match(markdown, /^cost \$0\.\d{4} for 10 runs$/m)
    assert.match(
      markdown,
      /\| PASS \| `weather` \| `asks for the weather` \| 5 of 5 \| █{5} 100% for k = 1, 100% for k = 5 \| \$0\.0307 for 5 runs \|/
    )
  })

  test("shows no money of a model without a price", () => {
    const priced = passhat("run", weather, "--prices", "other.json", "--reporter", "json")
    assert.deepEqual([priced.code, priced.stdout], [0, passhat("run", weather, "--reporter", "json").stdout])
  })

  test("has lines of their own for simulated users and judges, recorded or replayed, and no part of them in what runs cost", async () => {
    const said = (text: string): Script => ({ turns: [{ text, usage: { input: 1_000, output: 50 } }] })
    const usage = { input: 10, output: 1 }
    const agents: Script = {
      turns: [
        { text: "It is warm.", usage },
        { text: "You are welcome.", usage }
      ]
    }
    const beside = { judged: said(`{"verdict":"pass","reason":"It is kind."}`), users: said("[END OF CONVERSATION]") }
    for (const [suite, others] of Object.entries(beside)) {
      await using place = await studio({
        scripts: ({ model }) => [model === "claude-sonnet-4-5" ? agents : others]
      })
      const args = ["--filter", suite === "users" ? "model" : "asks", "--runs", "1", "--reporter", "json"]
      const run = (prices: string, ...more: ReadonlyArray<string>) =>
        place.run(`test/app/live/suites/${suite}.ts`, [...args, ...more, "--prices", join(folder, prices)])
      const recorded = await run("prices.json", "--record")
      const replayed = await run("prices.json")
      assert.deepEqual([replayed.stdout, replayed.code], [recorded.stdout, recorded.code], recorded.stderr)
      const line = { part: suite === "users" ? "user" : "judge", model: "claude-haiku-4-5" } as const
      const answers = suite === "users" ? 1 : 2
      const { cost, suites } = Schema.decodeUnknownSync(Report)(JSON.parse(replayed.stdout))
      assert.deepEqual(cost?.beside, [{ ...line, usd: answers * 0.003_75, answers, unpriced_answers: 0 }])
      assert.deepEqual(suites[0]?.cells[0]?.cost?.beside, cost.beside)
      assert.equal(cost.usd, 0.000_045)
      const unpriced = await run("agents.json")
      assert.deepEqual(JSON.parse(unpriced.stdout).cost.beside, [
        { ...line, usd: 0, answers: 0, unpriced_answers: answers }
      ])
      const told = await place.run(`test/app/live/suites/${suite}.ts`, [
        ...args.slice(0, 4),
        "--prices",
        join(folder, "prices.json")
      ])
      assert.match(
        told.stdout,
        /^cost \$0\.0001 for 1 run\nbeside it, the (judge|simulated user) claude-haiku-4-5 \$0\.0\d+ for \d answers?$/m
      )
    }
  })

  test("shards that are merged cost what the whole run does", () => {
    const args = [weather, red, "--prices", "prices.json"]
    for (const part of [1, 2]) passhat("run", ...args, "--shard", `${part}/2`, "--reporter", `json=${part}.json`)
    passhat("run", ...args, "--reporter", "json=whole.json")
    passhat("merge", "2.json", "1.json", "--reporter", "json=merged.json")
    const [whole, merged] = ["whole.json", "merged.json"].map((name) => readFileSync(join(folder, name), "utf8"))
    assert.equal(merged, whole)
    assert.match(whole!, /^\{"cost":/)
  })

  test("refuses a file with everything that is wrong with it, each with its path", () => {
    const wrong = { model: "", input: -3, output: "15", cacheread: 0.3, date: "31.1.2026" }
    const cases: ReadonlyArray<readonly [unknown, ReadonlyArray<RegExp>]> = [
      [
        { ...(priceFile(wrong, { ...price, input: 0.1234567 }) as object), currency: "EUR" },
        [
          /currency: expected "USD"/,
          /prices\[0\]\.cacheread: /,
          /prices\[0\]\.model: /,
          /prices\[0\]\.input: /,
          /prices\[0\]\.output: /,
          /prices\[0\]\.source: missing key/,
          /prices\[0\]\.date: expected a day/,
          /prices\[1\]\.input: .*six decimals/
        ]
      ],
      [priceFile(price, price), [/prices\[1\]\.model: prices\[0\] has the same/]],
      [priceFile(), [/has no prices/]],
      ['{"prices": [', [/bad\.json:1:\d+: it is not JSON/]],
      ['{"format":"passhat-prices","format":"passhat-prices"}', [/format: the key is written twice/]],
      ["[".repeat(5_000), [/bad\.json/]],
      [`${"[".repeat(5_000)}${"]".repeat(5_000)}`, [/bad\.json, .*nested/]],
      ["null", [/bad\.json/]],
      ['{"format":"passhat-prices","version":1,"currency":"USD","prices":[{"input":1e999}]}', [/prices\[0\]\.input/]]
    ]
    for (const [content, messages] of cases) {
      written("bad.json", content)
      const { code, stderr, stdout } = passhat("run", weather, "--prices", "bad.json")
      assert.deepEqual([code, stdout], [2, ""], stderr)
      for (const message of messages) assert.match(stderr, message)
    }
    assert.match(passhat("run", weather, "--prices", "nowhere.json").stderr, /^nowhere\.json cannot be read \(ENOENT\)/)
  })
})

describe("--max-usd", () => {
  const greeting = "test/app/live/suites/greeting.ts"
  const hello: Script = { turns: [{ text: "Hello.", usage: { input: 10, output: 2 } }] }
  const greetings = { scripts: () => [hello] }

  test("refuses a model without a price, an agent of the user's own and what is no amount, before anything is asked", async () => {
    await using place = await studio(greetings)
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, RegExp]> = [
      [greeting, ["--max-usd", "5"], /^--max-usd needs a price for every model, .* Name a price file/],
      [
        greeting,
        ["--max-usd", "5", "--prices", join(folder, "other.json")],
        /^--max-usd needs a price for every model/
      ],
      [greeting, ["--max-usd=-1", "--prices", join(folder, "prices.json")], /^--max-usd is -1\./],
      [
        "test/app/live/suites/judged.ts",
        ["--max-usd", "5", "--prices", join(folder, "agents.json")],
        /^--max-usd needs a price .* there is none for claude-haiku-4-5, claude-opus-4-5\./
      ],
      ["test/app/live/suites/drivers.ts", ["--max-usd", "5"], /^--max-usd cannot limit .* asks its model itself\./]
    ]
    for (const [suite, args, message] of cases) {
      const { code, stderr } = await place.run(suite, ["--record", ...args])
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    }
    assert.equal(place.requests.length, 0)
    assert.deepEqual([...place.files().keys()], [])
  })

  test("asks nobody anything that the amount cannot pay: exit 2", async () => {
    await using place = await studio(greetings)
    const prices = ["--prices", join(folder, "prices.json")]
    const { code, stdout } = await place.run(greeting, ["--record", "--max-usd", "0.06", ...prices])
    assert.deepEqual([code, place.requests.length], [2, 0])
    assert.match(stdout, /BUDGET: An answer may cost \$0\.06144, and \$0\.06 of the \$0\.06 allowed are left\./)
  })

  test("stops when the next answer could cost more than is left: two answers of $0.00006 are paid", async () => {
    await using place = await studio(greetings)
    const args = ["--record", "--concurrency", "1", "--max-usd", "0.0615", "--prices", join(folder, "prices.json")]
    const { code, stdout } = await place.run(greeting, args)
    assert.deepEqual([code, place.requests.length], [2, 2])
    assert.match(stdout, /and \$0\.06138 of the \$0\.0615 allowed are left/)
    assert.match(stdout, /^cost \$0\.0002 for 2 runs and an unknown amount for 6$/m)
  })
})
