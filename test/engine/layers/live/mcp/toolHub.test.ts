import { describe, test } from "bun:test"
import { McpServer } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { answerWithoutBytes } from "../../../../../src/base/domain/recording/withoutBytes.ts"
import { layer } from "../../../../../src/engine/layers/live/toolHub.ts"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import { ToolHub } from "../../../../../src/engine/services/ToolHub.ts"
import { cell } from "../../recordings.ts"
import { eventually, hasProc, marked, newMark, npmServer } from "../../../../processes.ts"
import { call, hostile, hub, stdio, withSession } from "./session.ts"

const text = (content: string) => ({ is_error: false, content: [{ type: "text", text: content }], timed_out: false })

/** A server that counts how often it was started, and the calls of each instance. */
const counting = (shared: boolean): Connection => {
  let made = 0
  return {
    name: "counter",
    shared,
    inMemory: () => {
      made++
      const mine = made
      let asked = 0
      const server = new McpServer({ name: "counter", version: "1" })
      server.registerTool("count", { inputSchema: z.object({}) }, () => {
        asked++
        return { content: [{ type: "text", text: `${mine}.${asked}` }] }
      })
      return server
    }
  }
}

/** Whether its processes are gone for some turns of the event loop, in which the runtime tells of their end. */
const isGone = (mark: string) => {
  let looks = 0
  return () => (looks = hasProc && marked(mark).length > 0 ? 0 : looks + 1) > 10
}

/** The answers of a server to three runs. */
const threeRuns = (connection: Connection) =>
  ToolHub.use((tools) =>
    Effect.forEach([1, 2, 3], (run) =>
      Effect.scoped(Effect.flatMap(tools.open(cell, run), (session) => call(session, "count", {}, "counter")))
    )
  ).pipe(Effect.provide(hub(connection)), Effect.runPromise)

describe("a session", () => {
  test("works with server-everything over stdio", async () => {
    const { answers, session } = await withSession(
      [stdio("everything", ["node", npmServer("everything"), "stdio"])],
      (opened) =>
        Effect.map(
          Effect.all([
            call(opened, "echo", { message: "hi" }, "everything"),
            call(opened, "get-structured-content", { location: "New York" }, "everything"),
            call(opened, "get-tiny-image", {}, "everything"),
            call(opened, "no-such-tool", {}, "everything")
          ]),
          (all) => ({ answers: all, session: opened })
        )
    )
    const [echo, structured, image, missing] = answers
    assert.ok(session.tools.length >= 10)
    assert.deepEqual(echo, text("Echo: hi"))
    assert.deepEqual(structured.structured, { temperature: 33, conditions: "Cloudy", humidity: 82 })
    assert.deepEqual(answerWithoutBytes(image).content[1], {
      type: "image",
      mimeType: "image/png",
      sha256: "4466be3b7a0e51778f8634f5e984197ec35c748caf4c3b32763f89c577d29614",
      bytes: 4033
    })
    assert.equal(missing.is_error, true)
  })

  test("works with server-filesystem over stdio, in its own folder", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "passhat-files-")))
    writeFileSync(join(folder, "a.txt"), "héllo")
    const [read, , outside] = await withSession(
      [stdio("files", ["node", npmServer("filesystem"), folder])],
      (session) =>
        Effect.all([
          call(session, "read_text_file", { path: join(folder, "a.txt") }, "files"),
          call(session, "write_file", { path: join(folder, "b.txt"), content: "written" }, "files"),
          call(session, "read_text_file", { path: "/etc/hostname" }, "files")
        ])
    )
    assert.deepEqual(read.content, [{ type: "text", text: "héllo" }])
    assert.equal(readFileSync(join(folder, "b.txt"), "utf8"), "written")
    assert.equal(outside.is_error, true)
    rmSync(folder, { recursive: true })
  })

  test("works with a server that refuses every protocol version before 2026", async () => {
    const command = ["node", join(import.meta.dirname, "newServer.js")]
    const [info, answer] = await withSession([stdio("new", command)], (session) =>
      Effect.map(call(session, "list", { upTo: 2 }, "new"), (said) => [session.servers[0], said] as const)
    )
    assert.equal(info?.version, "2026.7.28")
    const { _meta, ...seen } = answer
    assert.deepEqual(seen, { ...text("[1,2]"), structured: [1, 2] })
    assert.ok(_meta !== undefined)
  })

  test("offers the tools of all its servers in order, and calls the named one", async () => {
    const other: Connection = { ...hostile("deafChild"), name: "other" }
    const [names, answer] = await withSession([hostile(), other], (session) =>
      Effect.map(
        call(session, "echo", { message: "hi" }, "other"),
        (said) => [session.tools.filter(({ name }) => name === "echo").map(({ server }) => server), said] as const
      )
    )
    assert.deepEqual(names, ["hostile", "other"])
    assert.deepEqual(answer, text("hi"))
  })

  test("answers with an error for unknown servers", async () => {
    const [nameless, unknown] = await withSession([], (session) =>
      Effect.all([call(session, "search", {}, ""), call(session, "search", {}, "toString")])
    )
    assert.deepEqual(nameless, { ...text("Unknown tool: search."), is_error: true })
    assert.deepEqual(unknown, { ...text("Unknown tool: search on server toString."), is_error: true })
  })

  test("has no server for a cell that declares none", async () => {
    const session = await ToolHub.use((tools) => tools.open(cell, 1)).pipe(
      Effect.scoped,
      Effect.provide(layer(new Map(), {})),
      Effect.runPromise
    )
    assert.deepEqual([session.tools, session.servers], [[], []])
  })
})

describe("a server", () => {
  test("is started for each run, so that runs share no state", async () => {
    assert.deepEqual(await threeRuns(counting(false)), ["1.1", "2.1", "3.1"].map(text))
  })

  test("that is shared is started once", async () => {
    assert.deepEqual(await threeRuns(counting(true)), ["1.1", "1.2", "1.3"].map(text))
  })

  test.skipIf(!hasProc)(
    "that is shared is started once for all cells and runs, at its first use, and ends after them",
    async () => {
      const mark = newMark()
      const connections = new Map([
        ["one", [hostile("", mark, true)]],
        ["two", [hostile("", mark, true)]]
      ])
      const open = (id: string) => ToolHub.use((tools) => Effect.scoped(Effect.asVoid(tools.open({ ...cell, id }, 1))))
      await Effect.gen(function* () {
        yield* ToolHub
        assert.equal(marked(mark).length, 0)
        yield* Effect.all([open("one"), open("two"), open("one")], { concurrency: "unbounded" })
        assert.equal(marked(mark).length, 1)
      }).pipe(Effect.provide(layer(connections, process.env)), Effect.runPromise)
      assert.equal(marked(mark).length, 0)
    }
  )

  for (const [end, how] of [
    ["die", "exits in a call"],
    ["answerAndDie", "exits after a call"]
  ] as const) {
    test(`that is shared and ${how} is started again for the next run, once`, async () => {
      const mark = newMark()
      const run = (tool: string, index: number) =>
        ToolHub.use((tools) =>
          Effect.scoped(
            Effect.flatMap(tools.open(cell, index), (session) => Effect.result(call(session, tool, { message: "hi" })))
          )
        )
      const [before, , after, more] = await Effect.all([
        run("echo", 1),
        Effect.andThen(
          run(end, 2),
          Effect.promise(() => eventually(isGone(mark)))
        ),
        Effect.map(Effect.all([run("echo", 3), run("echo", 4)], { concurrency: "unbounded" }), (both) => both),
        Effect.sync(() => (hasProc ? marked(mark).length : 1))
      ]).pipe(Effect.provide(hub(hostile("", mark, true))), Effect.runPromise)
      const answered = Result.succeed(text("hi"))
      assert.deepEqual([before, ...after], [answered, answered, answered])
      assert.equal(more, 1)
    })
  }

  test("that is shared stays open when the run that opens it is interrupted", async () => {
    const answer = await ToolHub.use((tools) =>
      Effect.gen(function* () {
        const first = yield* Effect.forkChild(Effect.scoped(tools.open(cell, 1)), { startImmediately: true })
        yield* Fiber.interrupt(first)
        return yield* Effect.flatMap(tools.open(cell, 2), (session) => call(session, "echo", { message: "hi" }))
      })
    ).pipe(Effect.scoped, Effect.provide(hub(hostile("", "", true))), Effect.runPromise)
    assert.deepEqual(answer, text("hi"))
  })
})
