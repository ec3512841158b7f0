/**
 * Agents with clients of their own, recorded with a stand-in for their providers and run again once it is gone.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CellVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { reporters } from "../../reporters.ts"
import { withCells } from "../../features/html/cellsOfPage.ts"
import type { Finished } from "../project.ts"
import { type Fault, status } from "../../standin/faults.ts"
import { CANARY, cellsOf, place, type Runtime } from "./taped/place.ts"

setDefaultTimeout(300_000)

const hasPython = Bun.which("python3") !== null

const verdicts = (cells: Readonly<Record<string, CellVerdict>>) =>
  Object.fromEntries(Object.entries(cells).map(([name, { verdict }]) => [name, verdict]))

/** The issues of the first run of a cell, as `CODE: message hint`. */
const told = (cell: CellVerdict | undefined): ReadonlyArray<string> =>
  (cell?.runs[0]?.issues ?? []).map(({ code, hint, message }) => `${code}: ${message} ${hint}`)

type Place = Awaited<ReturnType<typeof place>>

/** A project of its own with the recordings of another, and no model to ask. */
const copyOf = async (recorded: Place, suite: string): Promise<Place> => {
  const at = await place(suite)
  await at.stop()
  cpSync(join(recorded.folder, "cassettes", suite), join(at.folder, "cassettes", suite), { recursive: true })
  return at
}

const all = (verdict: string) => ({ python: verdict, claude: verdict, gpt: verdict })

describe.skipIf(!hasPython)("an agent with its own client of a model (this needs python3)", () => {
  let taped: Place
  let recorded: Finished
  beforeAll(async () => {
    taped = await place("taped")
    recorded = await taped.record()
  })
  afterAll(() => taped[Symbol.asyncDispose]())

  const green = async (at: Place, recording: Finished, runtime: Runtime, runs: number) => {
    assert.equal(recording.code, 0, recording.stdout + recording.stderr)
    const asked = at.requests.length
    assert.equal(asked, 3 * runs * 3)
    assert.ok(at.requests.every(({ headers }) => JSON.stringify(headers).includes(CANARY)))
    await at.stop()
    at.edit("suites/servers/weather/main.js", () => "process.exit(1)\n")
    const flags = ["--runs", `${runs}`]
    const again = await at.again(runtime, {}, flags)
    assert.deepEqual(verdicts(cellsOf(again)), all("pass"), again.stdout + again.stderr)
    assert.equal(again.code, 0)
    assert.equal(at.requests.length, asked)
    const outputs = [recording, again].map(({ stderr, stdout }) => stdout + stderr).join("")
    assert.ok(!outputs.includes(CANARY) && !at.cassettes().includes(CANARY))
    assert.equal((await at.run(runtime, flags)).code, 0)
  }

  test("is green on bun without a model, a key and a server, while its code does what it did", () =>
    green(taped, recorded, "bun", 2))

  test.each(["deno", "node"] as const)("is so on %s, if it is recorded there", async (runtime) => {
    await using at = await place("taped")
    await green(at, await at.record(runtime, {}, ["--runs", "1"]), runtime, 1)
  })

  test("is told apart once its prompt, its results or its loop have changed", async () => {
    await using at = await copyOf(taped, "taped")
    const files = ["agents/ask.py", "agents/claude.ts", "agents/gpt.ts"] as const
    const originals = files.map((file) => at.read(file))
    const changed = async (...changes: ReadonlyArray<readonly [from: string, to: string]>) => {
      for (const [index, file] of files.entries()) {
        const [from, to] = changes[index % changes.length]!
        assert.ok(originals[index]!.includes(from), `${file} has no ${from}`)
        at.write(file, originals[index]!.replace(from, to))
      }
      return at.again("bun", {}, ["--runs", "1"])
    }

    const reworded = await changed(["Question: ", "Please answer: "])
    const words = cellsOf(reworded)
    assert.equal(reworded.code, 2)
    assert.deepEqual(verdicts(words), all("none"))
    const was = String.raw`was "Question: Is it warm in Sacramento and in Oslo\?" and is now "Please answer: Is it warm`
    assert.match(
      told(words["python"])[0]!,
      new RegExp(
        String.raw`^DIVERGED: cassettes/taped/python/ask\.py\.jsonl, run 1: .*exchange 1 of 3, messages\[0\]\.content ${was}`
      )
    )
    assert.match(
      told(words["claude"])[0]!,
      new RegExp(String.raw`^DIVERGED: .*exchange 1 of 3, messages\[0\]\.content ${was}`)
    )
    assert.match(
      told(words["gpt"])[0]!,
      new RegExp(String.raw`^DIVERGED: .*exchange 1 of 3, messages\[1\]\.content ${was}`)
    )
    assert.match(told(words["gpt"])[0]!, /Undo the change of the agent, or record it again with --record\.$/)

    const dropped = await changed(
      ["        for use in uses\n", "        for use in uses[:1]\n"],
      ["content: results }", "content: results.slice(0, 1) }"],
      ["for (const use of message.tool_calls) {", "for (const use of message.tool_calls.slice(0, 1)) {"]
    )
    const lacking = cellsOf(dropped)
    assert.equal(dropped.code, 2)
    assert.deepEqual(verdicts(lacking), all("none"))
    assert.match(told(lacking["python"])[0]!, /exchange 2 of 3, messages\[2\]\.content\[1\] was .* and is now absent/)
    assert.match(told(lacking["claude"])[0]!, /exchange 2 of 3, messages\[2\]\.content\[1\] was .* and is now absent/)
    assert.match(told(lacking["gpt"])[0]!, /exchange 2 of 3, messages\[4\] was .* and is now absent/)

    const shorter = await changed(
      ["    if not uses:\n", "    if len(messages) > 1:\n"],
      ['(block) => block.type === "tool_use"', '(block) => messages.length < 2 && block.type === "tool_use"'],
      ["message.tool_calls === undefined", "messages.length > 3"]
    )
    const stopped = cellsOf(shorter)
    assert.equal(shorter.code, 1)
    assert.deepEqual(verdicts(stopped), all("fail"))
    for (const name of ["python", "claude", "gpt"]) {
      const { checks = [], issues = [] } = stopped[name]?.runs[0] ?? {}
      const red = checks.filter(({ verdict }) => verdict === "fail").map(({ target }) => target)
      assert.deepEqual(red, ["trajectory.passed", "narration.final_response"], name)
      const left = issues.find(({ code }) => code === "UNUSED_EXCHANGES")
      assert.match(left?.message ?? "", /the agent now does without 1 of 3 recorded exchanges with its model/)
      assert.equal(left?.advisory, true)
    }

    for (const [index, file] of files.entries()) at.write(file, originals[index]!)
    at.edit("agents/ask.py", (text) => `${text}# A comment changes the sources.\n`)
    assert.equal((await at.run("bun", [])).code, 2)
    assert.equal((await at.again("bun")).code, 0)
  })

  test("asks the servers of today with --live-tools, and is told where that changes its requests", async () => {
    await using at = await copyOf(taped, "taped")
    const flags = ["--live-agent", "--live-tools", "--runs", "1", "--reporter", "json"]
    const same = await at.run("bun", flags)
    assert.deepEqual(verdicts(cellsOf(same)), all("pass"), same.stdout + same.stderr)
    at.edit("suites/servers/weather/main.js", (text) => text.replace("today: 21", "today: 22"))
    const warmer = await at.run("bun", [...flags, "--filter", "gpt"])
    assert.equal(warmer.code, 2)
    at.edit("suites/servers/weather/main.js", (text) =>
      text.replace("today: 22", "today: 21").replace("The weather in a city,", "The sky above a city,")
    )
    const reworded = await at.run("bun", [...flags, "--filter", "python"])
    assert.equal(reworded.code, 2)
    const { python } = cellsOf(reworded)
    const deciding = python?.issues.filter(({ advisory }) => advisory !== true).map(({ code }) => code)
    assert.deepEqual([python?.verdict, deciding], ["none", ["TOOL_CHANGED"]])
    assert.match(told(cellsOf(warmer)["gpt"])[0]!, /exchange 2 of 3, messages\[3\]\.content was .*21.* and is now .*22/)
  })

  test("meets the errors of its provider again, and does not wait for them", async () => {
    const limited = status(429, { "retry-after": "1" }, "rate_limit_error")
    await using at = await place("taped", { faults: (number) => (number === 1 ? limited : undefined) })
    at.edit("suites/taped.ts", (text) => text.replace(/  python: .*\n/, ""))
    at.edit("suites/tapedSuite.ts", (text) => text.replace("runs(2)", "runs(1)"))
    assert.equal((await at.record()).code, 0)
    await at.stop()
    const statuses = [...at.cassettes().matchAll(/"status":(\d+)/g)].map(([, code]) => code)
    assert.deepEqual(statuses.toSorted(), ["200", "200", "200", "200", "200", "200", "429"])
    const again = await at.again()
    assert.equal(again.code, 0, again.stdout + again.stderr)
    assert.ok(!again.stdout.includes("UNUSED_EXCHANGES"))
  })
})

const greeting = () => [{ turns: [{ text: "Warm.", usage: { input: 5, output: 1 } }] }]

/** Says which city it was asked about. */
const echo = ({ prompt }: { readonly prompt: unknown }) => [
  { turns: [{ text: `${String(prompt)} is warm.`, usage: { input: 5, output: 1 } }] }
]

describe("agents that ask otherwise than before", () => {
  const env = { SHARED_TOKEN: "canary-of-the-token-4711" }
  let others: Place
  beforeAll(async () => {
    others = await place("others", { scripts: echo })
    assert.equal((await others.record("bun", env)).code, 0)
  })
  afterAll(() => others[Symbol.asyncDispose]())

  test("parts of an agent that ask in another order get their own answers", async () => {
    await using at = await copyOf(others, "others")
    const { team } = cellsOf(
      await at.run("bun", ["--live-agent", "--reporter", "json", "--with-traces"], { REVERSED: "1" })
    )
    assert.equal(team?.verdict, "pass")
    assert.deepEqual(
      team.runs.map(({ issues }) => issues),
      [[], []]
    )
    assert.equal(team.runs[0]?.trace?.final_response, "Oslo is warm. Oslo is warm. Rome is warm. Sacramento is warm.")
    assert.deepEqual(
      team.runs[0]?.trace?.tool_calls.map(({ args }) => args["city"]),
      ["Oslo", "Rome", "Oslo", "Sacramento"]
    )
  })

  test("an agent that sends a time and a made-up id is told how to leave them out, and is green then", async () => {
    await using at = await copyOf(others, "others")
    assert.ok(at.cassettes().includes("[REDACTED:SHARED_TOKEN:") && !at.cassettes().includes(env.SHARED_TOKEN))
    const first = await at.again("bun", env)
    assert.equal(first.code, 2)
    const [message = ""] = told(cellsOf(first)["stamped"])
    assert.ok(!first.stdout.includes(env.SHARED_TOKEN))
    assert.match(message, /metadata\.session was "s0\.\d+" and is now "s0\.\d+"; metadata\.user_id was "/)
    assert.match(message, /; system was "You are helpful\. It is 20/)
    const [, entries = ""] = /Leave it out: driver\(\.\.\., \{ volatile: \[(.*)\] \}\)/.exec(message) ?? []
    assert.match(entries, /^"metadata\.session", "metadata\.user_id", \/.*\/$/)
    at.edit("suites/others.ts", (text) => text.replace("stamped, {}", `stamped, { volatile: [${entries}] }`))
    const left = await at.again("bun", env)
    assert.equal(left.code, 0, left.stdout + left.stderr)
    assert.equal((await at.run("bun", [])).code, 0)
    at.edit("agents/stamped.ts", (text) => text.replace("Be brief.", "Be long, ${process.env.SHARED_TOKEN}."))
    const files = reporters.map(({ name }) => ["--reporter", `${name}=out/${name}`])
    const shown = await at.run("bun", ["--live-agent", "--verbose", ...files.flat()], env)
    const outputs = [shown.stdout, shown.stderr, ...reporters.map(({ name }) => withCells(at.read(`out/${name}`)))]
    assert.ok(outputs.some((text) => text.includes("DIVERGED") && text.includes("[REDACTED:SHARED_TOKEN:")))
    assert.ok(outputs.every((text) => !text.includes(env.SHARED_TOKEN)))
    const longer = await at.again("bun", env)
    assert.match(told(cellsOf(longer)["stamped"])[0] ?? "", /system was .*Be brief\." and is now .*Be long, /)
  })

  test("a gate that fails in one run fails the cell, also if another run diverges", async () => {
    await using at = await copyOf(others, "others")
    at.edit("agents/team.ts", (text) =>
      text
        .replace("async ({ call, modelProxy })", "async ({ call, modelProxy, run })")
        .replace('await call("get_weather", { city })', "")
        .replace("content: city", 'content: run === 2 ? "else" : city')
    )
    const again = await at.again()
    const { team } = cellsOf(again)
    assert.deepEqual(
      team?.runs.map(({ verdict }) => verdict),
      ["fail", "none"]
    )
    assert.equal(team?.verdict, "fail")
    assert.equal(again.code, 1)
  })

  test("an agent that no longer asks through passhat has no verdict, and one that never did is named", async () => {
    await using at = await copyOf(others, "others")
    at.edit("agents/stamped.ts", (text) =>
      text.replace("  const body", '  if (prompt !== "") return "It is warm."\n  const body')
    )
    const silent = await at.again()
    assert.equal(silent.code, 2)
    assert.match(
      told(cellsOf(silent)["stamped"])[0] ?? "",
      /^DIVERGED: .*asks its model nothing through passhat any more\./
    )
    await at.run("bun", ["--record", "--filter", "stamped"])
    const never = await at.again()
    assert.equal(never.code, 2)
    assert.match(
      told(cellsOf(never)["stamped"])[0] ?? "",
      /^NO_EXCHANGES: cassettes\/others\/stamped\/stamped\.jsonl, run 1 has no exchanges with the agent's model/
    )
  })
})

test("a picture that the agent shows its model is beside the recording, unless it shows a secret", async () => {
  await using at = await place("looks", { scripts: greeting })
  assert.equal((await at.record()).code, 0)
  await at.stop()
  const folder = join(at.folder, "cassettes/looks/looks/looks.media")
  const [name = "", ...others] = readdirSync(folder)
  assert.match(name, /^[0-9a-f]{64}\.base64$/)
  assert.deepEqual(others, [])
  const picture = readFileSync(join(folder, name), "utf8")
  assert.ok(picture.length > 100_000 && !at.cassettes().includes(picture.slice(1_000, 1_100)))
  assert.ok(at.cassettes().includes(`"data":"[SHA256:${name.slice(0, 64)}:`))
  const again = await at.again()
  assert.equal(again.code, 0, again.stdout + again.stderr)
  writeFileSync(join(folder, name), picture.replace("A", "B"))
  const damaged = await at.again()
  assert.equal(damaged.code, 2)
  assert.match(
    told(cellsOf(damaged)["looks"])[0] ?? "",
    /^DIVERGED: .*screen\.screenshot has an image, a sound or a file/
  )
})

test("a picture that shows a secret is not kept, and the agent cannot be run again with it", async () => {
  const env = { SERVICE_TOKEN: "canary-of-the-service-4711" }
  await using at = await place("looks", { scripts: greeting })
  assert.equal((await at.record("bun", env)).code, 0)
  assert.ok(!existsSync(join(at.folder, "cassettes/looks/looks/looks.media")))
  const again = await at.again("bun", env)
  assert.equal(again.code, 2)
  assert.match(told(cellsOf(again)["looks"])[0] ?? "", /What shows a secret is not kept/)
})

describe("an agent that ends happily whatever its model answers", () => {
  const keys = { HEADER_KEY: "a-bearer-of-no-known-shape", QUERY_KEY: "a-key-of-no-known-shape" }

  test("has no verdict once it asks for something else, in whatever way, and keeps no key", async () => {
    await using at = await place("careless", {
      scripts: greeting,
      faults: (number) => (number === 2 ? echoing(keys) : undefined)
    })
    assert.equal((await at.record("bun", keys)).code, 0)
    assert.deepEqual(
      at.requests.map(({ headers, path }) => [headers["authorization"], path]),
      Array.from({ length: 2 }, () => [`Bearer ${keys.HEADER_KEY}`, `/v1/messages?key=${keys.QUERY_KEY}`])
    )
    for (const key of Object.values(keys)) assert.ok(!at.cassettes().includes(key))
    assert.equal(at.cassettes().split('"path":"v1/messages?key=[KEY]"').length, 3)
    assert.ok(at.cassettes().includes("[KEY] and [KEY] are refused"))
    await at.stop()
    const unchanged = await at.again()
    assert.equal(unchanged.code, 0, unchanged.stdout + unchanged.stderr)
    const original = at.read("agents/careless.ts")
    const second = 'await ask(base, "Is it dry?")'
    const again = async (put: string, env = {}) => {
      at.write("agents/careless.ts", original.replace(second, put))
      const ran = await at.again("bun", env)
      return [ran.code, ...told(cellsOf(ran)["careless"])].join(" ")
    }
    assert.match(
      await again('await ask(base, "Is it wet?")'),
      /^2 DIVERGED: .*exchange 2 of 2, messages\[0\]\.content was "Is it dry\?" and is now "Is it wet\?"/
    )
    assert.match(
      await again(`${second}\n  await ask(base, "Is it dry?")`),
      /^2 DIVERGED: .*asks its model what is not recorded .*, and all 2 recorded exchanges were used before\./
    )
    assert.match(
      await again('await ask(base, "Is it dry?", { "content-encoding": "zstd" })'),
      /^2 DIVERGED: .*a body that is damaged, of more than 128 MiB, or in an encoding other than gzip, deflate and br/
    )
    const past = /^2 DIVERGED: .*this process asked http:\/\/192\.0\.2\.1:4 past passhat\. Point the client/
    const gateway = { ANTHROPIC_BASE_URL: "http://192.0.2.1:4/gateway" }
    assert.match(await again(`${second}\n  await ask("http://192.0.2.1:4/gateway", "Is it dry?")`, gateway), past)
    assert.match(
      await again(`${second}\n  await ask("https://api.openai.com", "Is it dry?")`),
      /^2 DIVERGED: .*this process asked https:\/\/api\.openai\.com past passhat/
    )
    // What is not seen is at least told: some of the recorded requests were not made.
    const unseen = 'await ask("http://127.0.0.1:4", "Is it dry?")'
    assert.match(await again(unseen), /^0 UNUSED_EXCHANGES: .*does without 1 of 2 recorded exchanges with its model/)
  })
})

/** A provider that repeats the keys that it was asked with. */
const echoing =
  (keys: Readonly<Record<string, string>>): Fault =>
  () => ({
    status: 401,
    headers: { "content-type": "application/json" },
    chunks: [JSON.stringify({ error: { message: `${Object.values(keys).join(" and ")} are refused.` } })]
  })

test("agents without a driver are refused if none is selected that has one", async () => {
  await using at = await place("weather")
  const { code, stderr } = await at.run("bun", ["--live-agent"])
  assert.equal(code, 2)
  assert.match(stderr, /no agent that is selected has one/)
})
