import { describe, setDefaultTimeout, test } from "bun:test"
import { McpServer } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { agent, server as serverOf, suite } from "passhat"
import { replayRun } from "../../../../../src/engine/agentLoop/replayRun.ts"
import * as Tools from "../../../../../src/engine/layers/live/toolHub.ts"
import { perform } from "../../../../../src/engine/run/perform.ts"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import { Model, type Request } from "../../../../../src/engine/services/Model.ts"
import { compiledOf } from "../../../../suites.ts"
import { eventually } from "../../../../processes.ts"
import { call, withSession } from "./session.ts"

setDefaultTimeout(30_000)

/** A server whose tool `open` adds a tool and removes itself. */
const growing = (): McpServer => {
  const server = new McpServer({ name: "growing", version: "1" }, { instructions: "Open the door first." })
  const open = server.registerTool("open", { description: "Opens." }, () => {
    server.registerTool("enter", { description: "Enters." }, () => ({ content: [] }))
    open.remove()
    return { content: [{ type: "text", text: "open" }] }
  })
  server.registerTool("look", { description: "Looks." }, () => ({ content: [] }))
  return server
}

const inMemory = (shared = false): Connection => ({ name: "growing", shared, inMemory: growing })
const change = { server: "growing", added: ["enter"], removed: ["open"], changed: [] }

describe("a server that announces another list of tools", () => {
  test("is asked for it once, and what differs is told once", async () => {
    const [first, second, names] = await withSession([inMemory()], (session) =>
      Effect.gen(function* () {
        yield* call(session, "open", {}, "growing")
        const relist = session.relist ?? assert.fail("there is a way to list them again")
        const again = yield* relist
        return [again.changes, (yield* relist).changes, again.tools.map(({ name }) => name)] as const
      })
    )
    assert.deepEqual([first, second], [[change], []])
    assert.deepEqual(names.toSorted(), ["enter", "look"])
  })

  test("has its new tools offered to the model in the next turn, and the trace says so, live and in a replay", async () => {
    const asked: Array<Request> = []
    const model = Layer.succeed(Model, {
      ask: (request) =>
        Effect.sync(() => {
          asked.push(request)
          const [name] = asked.length === 1 ? ["open"] : asked.length === 2 ? ["enter"] : []
          const calls = name === undefined ? [] : [{ id: `c${asked.length}`, server: "growing", name, args: {} }]
          return { text: "", calls, stop_reason: calls.length > 0 ? "tool_use" : "end_turn" }
        })
    })
    const declared = serverOf("growing", { inMemory: growing, tools: {} })
    const one = agent("enters", { model: "claude-m", servers: [declared], prompt: "Go in.", system: "Be brief." })
    const cell = compiledOf(suite("s", one)).plan.cells[0] ?? assert.fail("there is a cell")
    const { run } = await perform(cell, 1).pipe(
      Effect.provide(Layer.merge(model, Tools.layer(new Map([[cell.id, [inMemory()]]]), process.env))),
      Effect.runPromise
    )
    assert.deepEqual(
      asked.map(({ tools }) => tools.map(({ name }) => name).toSorted()),
      [
        ["look", "open"],
        ["enter", "look"],
        ["enter", "look"]
      ]
    )
    assert.deepEqual(
      [...new Set(asked.map((request) => request.cell.behaviour.system))],
      ["Be brief.\n\n# Instructions of the MCP server growing\n\nOpen the door first."]
    )
    assert.deepEqual(run.relisted, [{ turn: 2, ...change }])
    const replayed = replayRun(cell, run, "cassette")
    assert.deepEqual("trace" in replayed && replayed.trace.relisted, [{ turn: 2, ...change }])
    assert.deepEqual("trace" in replayed && replayed.trace.tool_results.map(({ is_error }) => is_error), [false, false])
  })

  test("over HTTP announces it on the stream that is open for it", async () => {
    const sdk = await import("@modelcontextprotocol/server")
    const { mcpOverHttp } = await import("../../../../../src/engine/layers/live/command/mcpOverHttp.ts")
    const { respond } = await import("../../../../../src/engine/layers/platform/respond.ts")
    const handler = mcpOverHttp(sdk, () => growing().server)
    const gets: Array<string> = []
    const http = createServer((incoming, outgoing) => {
      if (incoming.method === "GET") gets.push(incoming.url ?? "")
      respond(incoming, outgoing, handler)
    })
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
    const changes = await withSession([{ name: "growing", shared: false, url, headers: {} }], (session) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => eventually(() => gets.length === 1))
        yield* call(session, "open", {}, "growing")
        const found: Array<unknown> = []
        yield* Effect.promise(() =>
          eventually(async () => {
            found.push(...(await Effect.runPromise(session.relist!)).changes)
            return found.length > 0
          })
        )
        return found
      })
    )
    assert.deepEqual(changes, [change])
    assert.equal(gets.length, 1)
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })
})
