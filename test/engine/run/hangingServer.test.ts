import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agent, fault, faults, hang, suite } from "passhat"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { compareResults } from "../../../src/engine/layers/liveTools/compareResults.ts"
import * as LiveTools from "../../../src/engine/layers/live/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { Connection } from "../../../src/engine/services/Connection.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const root = join(import.meta.dirname, "../../..")
const bun = join(root, "node_modules/.bin/bun")
const folder = mkdtempSync(join(tmpdir(), "passhat-"))
const toolsFile = join(folder, "tools.json")
const tool = { inputSchema: { type: "object" }, response: { content: "sunny", structuredContent: { celsius: 21 } } }
writeFileSync(toolsFile, JSON.stringify({ tools: ["get_weather", "get_forecast"].map((name) => ({ name, ...tool })) }))
const mock = (...args: ReadonlyArray<string>) => [bun, "src/doors/passhat.ts", "mock", "--tools-from", toolsFile, ...args]

afterAll(() => rmSync(folder, { recursive: true }))

const reached = { name: "weather", shared: true } as const

const cellOf = (callTimeout: number, injected = false): Cell => {
  const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p", callTimeout })
  const one = injected ? base.pipe(faults(fault("broken", weather.tools.get_weather, hang, { onCall: 1 }))) : base
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
    const injected = await traceOf(served(), { ...cellOf(300, true), id: cellOf(300).id }, 2)
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
