import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { McpServer } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agent, anyServer, type AnyServerTool, fault, faults, suite, type Tool } from "passhat"
import type { RecordedRun } from "../../src/domain/Cassette.ts"
import type { Cell } from "../../src/domain/Plan.ts"
import { compareResults } from "../../src/layers/liveTools/compareResults.ts"
import * as LiveTools from "../../src/layers/live/toolHub.ts"
import * as ScriptedModel from "../../src/layers/scripted/model.ts"
import { perform } from "../../src/run/perform.ts"
import { replayRun } from "../../src/agentLoop/replayRun.ts"
import type { Connection } from "../../src/services/Connection.ts"
import { compiledOf } from "../suites.ts"
import { weather } from "../types/servers.ts"
import { BUDGET, kinds, markOf } from "../agentLoop/faultReference.ts"

const root = join(import.meta.dirname, "../..")
const bun = join(root, "node_modules/.bin/bun")
const folder = mkdtempSync(join(tmpdir(), "passhat-"))
const toolsFile = join(folder, "tools.json")
const tool = { inputSchema: { type: "object" }, response: { content: "sunny", structuredContent: { celsius: 21 } } }
writeFileSync(toolsFile, JSON.stringify({ tools: ["get_weather", "get_forecast"].map((name) => ({ name, ...tool })) }))
const mock = (...args: ReadonlyArray<string>) => [bun, "src/cli/passhat.ts", "mock", "--tools-from", toolsFile, ...args]

let overHttp: ChildProcess
let url = ""
beforeAll(async () => {
  const [command = "", ...args] = mock("--http", "0")
  overHttp = spawn(command, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] })
  const [chunk] = await once(overHttp.stderr ?? assert.fail("it has a standard error"), "data")
  url = /http\S+/.exec(String(chunk))?.[0] ?? assert.fail(String(chunk))
})
afterAll(() => {
  overHttp.kill()
  rmSync(folder, { recursive: true })
})

const inMemory = (): McpServer => {
  const server = new McpServer({ name: "weather", version: "1" })
  const answer = async () => ({
    content: [{ type: "text" as const, text: '{"celsius":21}' }],
    structuredContent: { celsius: 21 }
  })
  for (const name of ["get_weather", "get_forecast"]) server.registerTool(name, { description: name }, answer)
  return server
}

const reached = { name: "weather", shared: true } as const
const transports: ReadonlyArray<readonly [string, () => Connection]> = [
  ["stdio", () => ({ ...reached, command: mock(), env: {}, cwd: root })],
  ["HTTP", () => ({ ...reached, url, headers: {} })],
  ["in memory", () => ({ ...reached, shared: false, inMemory: inMemory as never })]
]

const cellOf = (
  callTimeout: number,
  on?: Tool<"weather", string, any> | typeof weather | AnyServerTool,
  kind = kinds[0]?.[1]
): Cell => {
  const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p", callTimeout })
  const one =
    on === undefined || kind === undefined
      ? base
      : base.pipe(faults(fault("broken", on as typeof weather, kind, { onCall: 1 })))
  return compiledOf(suite("s", one)).plan.cells[0] ?? assert.fail("there is a cell")
}

const look = { server: "weather", name: "get_weather", args: { city: "Sacramento" } }
const modelOf = (calls: number) =>
  ScriptedModel.layer(() => ({
    turns: [...Array.from({ length: calls }, () => ({ calls: [look] })), { text: "Done." }]
  }))

const performAll = (
  connection: Connection,
  cells: ReadonlyArray<Cell>,
  calls: number
): Promise<ReadonlyArray<RecordedRun>> =>
  Effect.forEach(cells, (cell) => Effect.map(perform(cell, 1), ({ run }) => run)).pipe(
    Effect.provide(
      Layer.merge(modelOf(calls), LiveTools.layer(new Map(cells.map(({ id }) => [id, [connection]])), process.env))
    ),
    Effect.runPromise
  )

const targets = [weather.tools.get_weather, weather, anyServer("get_weather")] as const

describe.each(transports)("over %s", (_, connection) => {
  test("every fault on every target is marked to the millisecond, in virtual time", async () => {
    const cases = kinds.flatMap(([, kind, reference]) =>
      targets.map((on) => ({ cell: cellOf(BUDGET, on, kind), mark: markOf(kind, reference), total: reference.total }))
    )
    const runs = await performAll(
      connection(),
      cases.map(({ cell }) => cell),
      2
    )
    for (const [at, { cell, mark, total }] of cases.entries()) {
      const result = replayRun(cell, runs[at] ?? assert.fail("it ran"), "f")
      assert.ok("trace" in result, JSON.stringify(result))
      assert.deepEqual(result.trace.faults, [mark])
      assert.equal(result.trace.clock.virtual_ms, total)
    }
  }, 30_000)
})

describe("a server that hangs without an injected fault", () => {
  const traceOf = async (connection: Connection, cell: Cell, calls: number) => {
    const [run] = await performAll(connection, [cell], calls)
    const result = replayRun(cell, run ?? assert.fail("it ran"), "f")
    return "trace" in result ? { run, trace: result.trace } : assert.fail(JSON.stringify(result))
  }
  const served = (...args: ReadonlyArray<string>): Connection => ({
    ...reached,
    command: mock(...args),
    env: {},
    cwd: root
  })

  test("is cut off at the call timeout, with the results and marks of an injected hang", async () => {
    const live = await traceOf(served("--fault", "hang"), cellOf(300), 2)
    const injected = await traceOf(served(), { ...cellOf(300, weather.tools.get_weather), id: cellOf(300).id }, 2)
    const [first] = live.trace.faults
    assert.deepEqual([first?.start_ms, first?.detected_ms], [0, 300])
    assert.deepEqual(live.trace.tool_results[0], injected.trace.tool_results[0])
    assert.equal(injected.trace.faults[0]?.detected_ms, first?.detected_ms)
  }, 20_000)

  test("and answers again after two calls is recovered from with the third", async () => {
    const { trace } = await traceOf(served("--fault", "recover-after:2"), cellOf(300), 3)
    assert.deepEqual(
      trace.tool_results.map((result) => result.timed_out),
      [true, true, false]
    )
    assert.deepEqual(
      trace.faults.map(({ recovered_ms }) => recovered_ms),
      [600, 600]
    )
  }, 20_000)

  test("differs from its recorded answers in timed_out", async () => {
    const healthy = await traceOf(served(), cellOf(300), 1)
    const hanging = await traceOf(served("--fault", "hang"), cellOf(300), 1)
    const [recorded, today] = [healthy.run ?? assert.fail(), hanging.run ?? assert.fail()]
    const messages = compareResults(recorded, today).map(({ message }) => message)
    assert.ok(
      messages.some((message) => /timed_out was false and is now true/.test(message)),
      messages.join("\n")
    )
  }, 20_000)
})
