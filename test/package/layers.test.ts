/**
 * Layers of a third party: the package in `acme/` imports public names only, and is installed beside the packed passhat and a
 * copy of effect of its own.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../app/project.ts"
import { unpackedProject } from "./tarball.ts"

setDefaultTimeout(120_000)

const acme = join(import.meta.dirname, "acme")

/** A project whose own copy of effect is not the one that the bundle of passhat carries. */
const project = () => {
  const user = unpackedProject()
  cpSync(acme, join(user.folder, "layers"), { recursive: true })
  return user
}

test("the package imports public names of passhat only", () => {
  const imports = readdirSync(acme).flatMap((file) =>
    [...readFileSync(join(acme, file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from)
  )
  assert.ok(imports.includes("passhat/effect"))
  assert.deepEqual(
    imports.filter((from) => from !== "passhat/effect" && !from.startsWith("effect/")),
    []
  )
})

test("docs/layers.md shows the files of the package", () => {
  const page = readFileSync(join(root, "docs/layers.md"), "utf8")
  const files = readdirSync(acme)
  assert.equal(files.length, 4)
  for (const file of files)
    assert.ok(page.includes(`\`\`\`ts\n${readFileSync(join(acme, file), "utf8")}\`\`\`\n`), file)
})

/** A model of effect/ai that asks for the weather and then says it, as a provider's package would. */
const model = `
const Scripted = Layer.effect(LanguageModel.LanguageModel, LanguageModel.make({
  generateText: ({ prompt, tools }) => Effect.sync(() => {
    const isAnswered = prompt.content.some(({ role }) => role === "tool")
    const usage = { inputTokens: { total: 100 }, outputTokens: { total: 10 } }
    return isAnswered
      ? [{ type: "text", text: "It is clear." }, { type: "finish", reason: "stop", usage }]
      : [{ type: "tool-call", id: "x1", name: tools.find(({ name }) => name.endsWith("get_weather")).name,
           params: { city: "Sacramento" } }, { type: "finish", reason: "tool-calls", usage }]
  }),
  streamText: () => Stream.empty
}))
`

const suite = (layers: string, door = "passhat") => `
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as LanguageModel from "effect/ai/LanguageModel"
import { agent, call, equals, expect, main, runs, subset, suite, trajectory } from "${door}"
import { fromLanguageModel } from "../layers/languageModel.ts"
import { inSqlite } from "../layers/sqlite.ts"
import { inMemory } from "../layers/memory.ts"
import { clockAt } from "../layers/clock.ts"
import { weather } from "./servers/weather.ts"
${model}
const Noisy = Layer.effectDiscard(Effect.acquireRelease(
  Effect.sync(() => console.error("built")),
  () => Effect.sync(() => console.error("released"))
))
const mine = suite(
  "mine",
  agent("asks", { model: "claude-m", servers: [weather], prompt: "How warm is it in Sacramento?" }).pipe(
    runs(2),
    trajectory("strict", call(weather.tools.get_weather, subset({ city: "Sacramento" }))),
    expect("tool_results[0].is_error", equals(false)),
    expect("conversation.tokens.total", equals(220))
  )
)
export default mine
await main(import.meta, mine, { layers: Layer.mergeAll(${layers}) })
`

describe.each(["passhat", "passhat/effect"])("layers of the user's copy of effect, in a suite of %s", (door) => {
  test("a model of effect/ai is asked, its runs are recorded, and finalisers run", () => {
    using user = project()
    const layers = 'Layer.provide(fromLanguageModel, Scripted), clockAt("2026-01-01T00:00:00Z"), Noisy'
    user.write("suites/mine.ts", suite(layers, door))
    const recorded = user.run("bun", "suites/mine.ts", "--record")
    assert.equal(recorded.status, 0, recorded.stdout + recorded.stderr)
    assert.match(recorded.stderr, /built[^]*released/)
    const cassette = join(user.folder, "cassettes/mine/asks/claude-m.jsonl")
    const first = readFileSync(cassette, "utf8")
    assert.match(first, /"recorded_at":"2026-01-01T00:00:00.000Z"/)
    assert.doesNotMatch(first, /"latency_ms":[1-9]/)
    const replayed = user.run("bun", "suites/mine.ts")
    assert.equal(replayed.status, 0, replayed.stdout + replayed.stderr)
    // The rest is the same for both doors; effect.test.ts tries the other one on these two.
    if (door === "passhat/effect") return
    assert.deepEqual(user.run("deno", "suites/mine.ts"), replayed)
    assert.deepEqual(user.run("node", "suites/mine.ts"), replayed)
    assert.equal(user.run("bun", "suites/mine.ts", "--record").status, 0)
    assert.equal(readFileSync(cassette, "utf8"), first, "the clock makes the bytes of a recording repeatable")
  })
})

const hasSqlite = (on: "deno" | "node"): boolean =>
  on === "deno" || spawnSync("node", ["-e", 'require("node:sqlite")'], { encoding: "utf8" }).status === 0

test("a store in SQLite is recorded into and replayed from, and no file is", () => {
  using user = project()
  user.write("suites/mine.ts", suite('Layer.provide(fromLanguageModel, Scripted), inSqlite("runs.db")'))
  const missing = user.run("bun", "suites/mine.ts")
  assert.equal(missing.status, 2, missing.stdout)
  assert.match(missing.stdout, /runs\.db\/mine\/asks\/claude-m\.jsonl does not exist/)
  const recorded = user.run("bun", "suites/mine.ts", "--record")
  assert.equal(recorded.status, 0, recorded.stdout + recorded.stderr)
  assert.ok(!existsSync(join(user.folder, "cassettes")))
  const replayed = user.run("bun", "suites/mine.ts")
  assert.equal(replayed.status, 0, replayed.stdout + replayed.stderr)
  const others = (["deno", "node"] as const).filter(hasSqlite)
  if (others.length < 2) console.log("This Node has no node:sqlite: the store is not tried there.")
  for (const on of others) assert.deepEqual(user.run(on, "suites/mine.ts"), replayed)
  const text = readFileSync(join(user.folder, "suites/mine.ts"), "utf8")
  writeFileSync(join(user.folder, "suites/mine.ts"), text.replace("How warm is it", "How cold is it"))
  const stale = user.run("bun", "suites/mine.ts")
  assert.equal(stale.status, 2, stale.stdout)
  assert.match(stale.stdout, /STALE_CASSETTE/)
})

/** A program that prints what `run` returns. */
const program = (body: string): string => `
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agent, driver, equals, expect, run, runs, server, suite, tool } from "passhat"
import { Layers, Services } from "passhat/effect"
import { inMemory } from "./layers/memory.ts"
const one = agent("asks", { model: "claude-m", servers: [], prompt: "p" }).pipe(runs(2), expect("stop_reason", equals("end_turn")))
const mine = suite("mine", one)
const answering = Layers.scripted(() => ({ turns: [{ text: "Hi.", usage: { input: 1, output: 1 } }] }))
const before = process.listenerCount("SIGINT") + process.listenerCount("uncaughtException") + process.listenerCount("exit")
const told = (report) => ({ verdict: report.verdict, status: report.status, issues: report.suites.flatMap(({ cells, issues }) =>
  [...issues, ...cells.flatMap((cell) => [...cell.issues, ...cell.runs.flatMap((run) => run.issues)])].map(({ message }) => message)) })
const tell = (work) => work.then(told, (error) => ({ rejected: error.message }))
const results = await (async () => { ${body} })()
const after = process.listenerCount("SIGINT") + process.listenerCount("uncaughtException") + process.listenerCount("exit")
console.error(JSON.stringify({ results, left: after - before, exitCode: process.exitCode }))
`

const results = (body: string): ReadonlyArray<{ readonly [key: string]: any }> => {
  using user = project()
  user.write("program.ts", program(body))
  const { status, stderr, stdout } = user.run("bun", "program.ts")
  assert.equal(status, 0, stderr)
  assert.equal(stdout, "", "run prints nothing")
  const told = JSON.parse(stderr.trim().split("\n").at(-1) ?? "")
  assert.deepEqual([told.left, told.exitCode], [0, undefined])
  return told.results
}

test("a program records into memory and replays from it, and run leaves the process alone", () => {
  const [missing, recorded, replayed, lived] = results(`
    const store = inMemory()
    const layers = Layer.merge(store, answering)
    return [
      await tell(run(mine, { layers })),
      await tell(run(mine, { layers, mode: "record" })),
      await tell(run(mine, { layers })),
      await tell(run(mine, { layers: answering, mode: "live" }))
    ]`)
  assert.equal(missing?.verdict, "none")
  assert.match(missing?.issues[0], /memory\/mine\/asks\/claude-m\.jsonl does not exist/)
  for (const one of [recorded, replayed, lived])
    assert.deepEqual(one, { verdict: "pass", status: "complete", issues: [] })
})

test("no layer that is broken makes a suite pass", () => {
  const [none, twice, dies, fails, released, stray, odd] = results(`
    const trace = { tool_calls: [], tool_results: [], final_response: "x", stop_reason: "end_turn",
      conversation: { turns: [] }, clock: { virtual_ms: 0 }, faults: [] }
    const playing = (...indices) => Layer.succeed(Services.Cassettes, {
      open: () => Effect.succeed({ file: "here", play: ({ take }) => Effect.sync(() => {
        for (const index of indices) take({ index, trace })
        return []
      }) }),
      unused: () => Effect.die("no notices")
    })
    const live = (ask) => run(mine, { mode: "live", layers: Layer.merge(Layer.succeed(Services.Model, { ask }), Layers.scripted(() => ({ turns: [] })).pipe(
      Layer.flatMap((context) => Layer.succeed(Services.ToolHub, Context.get(context, Services.ToolHub))))) })
    return [
      await tell(run(mine, { layers: playing() })),
      await tell(run(mine, { layers: playing(1, 2, 2) })),
      await tell(live(() => Effect.die(new Error("out of order")))),
      await tell(run(mine, { layers: Layer.effectDiscard(Effect.fail(new Error("no database"))) })),
      await tell(run(mine, { layers: Layer.merge(playing(1, 2), Layer.effectDiscard(Effect.acquireRelease(Effect.void, () => Effect.die(new Error("stuck"))))) })),
      await tell(run(mine, { layers: playing(1, 2, 3) })),
      await tell(live(() => Effect.fail({ reason: "odd" })))
    ]`)
  for (const one of [none, twice, dies, fails, released, stray, odd])
    assert.equal(one?.verdict, "none", JSON.stringify(one))
  assert.match(none?.issues[0], /Run #1 was not finished/)
  assert.match(twice?.issues[0], /asks: here gave run 2 twice/)
  assert.match(stray?.issues[0], /asks: here gave run 3 twice, or where it was not asked for/)
  assert.match(dies?.issues[0], /asks, run #1: an error was thrown that no code handles: out of order\./)
  assert.match(fails?.issues[0], /The layers of suite "mine" could not be built: no database/)
  assert.match(released?.issues[0], /The layers of suite "mine" could not be released: stuck/)
  assert.match(odd?.issues[0], /A layer failed with \{"reason":"odd"\}/)
})

test("an aborted run is rejected, whatever it waits for, and refusals are sentences", () => {
  const [early, late, building, reporter, empty] = results(`
    const stop = new AbortController()
    const hangs = Effect.suspend(() => { stop.abort(); return Effect.never })
    const first = Effect.succeed({ text: "Hi.", calls: [], stop_reason: "end_turn" })
    const once = Layer.succeed(Services.Model, { ask: ({ run }) => run === 1 ? first : hangs })
    return [
      await tell(run(mine, { layers: inMemory(), signal: AbortSignal.abort() })),
      await tell(run(mine, { mode: "live", concurrency: 1, layers: Layer.provideMerge(once, answering), signal: stop.signal })),
      await tell(run(mine, { layers: Layer.effectDiscard(Effect.never), signal: AbortSignal.timeout(300) })),
      await tell(run(mine, { reporter: "junit" })),
      await tell(run(mine, { filter: "nothing" }))
    ]`)
  assert.match(early?.rejected, /^The run of suite "mine" was interrupted/)
  assert.match(late?.rejected, /interrupted, with 1 of its 2 runs finished/)
  assert.match(building?.rejected, /interrupted/)
  assert.equal(
    reporter?.rejected,
    'The reporter junit has no file, and run prints nothing. Give it one: "junit=report.txt".'
  )
  assert.equal(empty?.verdict, "none")
  assert.match(empty?.issues[0], /selects no cell/)
})

test("a driver uses a service that a layer provides; without the layer the run says which one is missing", () => {
  const [provided, missing] = results(`
    class Prices extends Context.Service()("acme/Prices") {}
    const priced = driver("priced", "1", () => Effect.map(Prices, (prices) => "It is " + prices.of("tea")))
    const shop = suite("shop", agent("asks", { driver: priced, servers: [], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn"))))
    return [
      await tell(run(shop, { mode: "live", layers: Layer.succeed(Prices, { of: () => 3 }) })),
      await tell(run(shop, { mode: "live" }))
    ]`)
  assert.equal(provided?.verdict, "pass", JSON.stringify(provided))
  assert.equal(missing?.verdict, "none")
  assert.ok(
    missing?.issues.includes("asks, run #1: the driver needs a service that no layer provides: acme/Prices."),
    JSON.stringify(missing)
  )
})
