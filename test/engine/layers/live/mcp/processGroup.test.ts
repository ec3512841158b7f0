import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import assert from "node:assert/strict"
import process from "node:process"
import { startGroup } from "../../../../../src/engine/layers/live/mcp/processGroup.ts"
import { ToolHub } from "../../../../../src/engine/services/ToolHub.ts"
import { cell } from "../../recordings.ts"
import { eventually, hasProc, marked, newMark } from "../../../../processes.ts"
import { hostile, hub, withSession } from "./session.ts"

describe.skipIf(!hasProc)("the processes of a session", () => {
  test("end with it: a server that exits when its stdin closes", async () => {
    const mark = newMark()
    await withSession([hostile("", mark)], () => Effect.sync(() => assert.equal(marked(mark).length, 1)))
    assert.deepEqual(marked(mark), [])
  })

  test("end with it: processes that such a server started", async () => {
    const mark = newMark()
    await withSession([hostile("deafChild", mark)], () =>
      Effect.promise(() => eventually(() => marked(mark).length === 2))
    )
    await eventually(() => marked(mark).length === 0)
  })

  test("end with it: a server that ignores the end of its input and SIGTERM", async () => {
    const mark = newMark()
    await withSession([hostile("deaf", mark)], () => Effect.promise(() => eventually(() => marked(mark).length === 3)))
    // Its daemon left the group; the reaper finds it by the mark when the program ends.
    await eventually(() => marked(mark).length === 0)
  })

  test("end concurrently when passhat is interrupted: 16 servers that ignore signals", async () => {
    const mark = newMark()
    const servers = Array.from({ length: 16 }, () => hostile("deaf", mark))
    const fiber = ToolHub.use((tools) => tools.open(cell, 1)).pipe(
      Effect.andThen(Effect.never),
      Effect.scoped,
      Effect.provide(hub(...servers)),
      Effect.runFork
    )
    await eventually(() => marked(mark).length === 48, 30_000)
    const begin = performance.now()
    await Effect.runPromise(Fiber.interrupt(fiber))
    // Each one is given half a second: one after the other would take 8 seconds at least.
    assert.ok(performance.now() - begin < 8_000)
    await eventually(() => marked(mark).length === 0)
  }, 60_000)

  test.each([
    ["a server of its own", false],
    ["a shared server", true]
  ] as const)("end when opening is interrupted: %s", async (_, shared) => {
    const mark = newMark()
    const fiber = ToolHub.use((tools) => tools.open(cell, 1)).pipe(
      Effect.scoped,
      Effect.provide(hub(hostile("mute", mark, shared))),
      Effect.runFork
    )
    await eventually(() => marked(mark).length === 1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    // Killed by now; a busy system takes its time to end it.
    await eventually(() => marked(mark).length === 0)
  })
})

describe("on Windows, where no group can be killed", () => {
  test("no process is started, and a sentence says so", async () => {
    const watched: Array<number> = []
    const reaper = { mark: { PASSHAT_MARK: "m" }, watch: (group: number) => void watched.push(group), forget: () => {} }
    const start = { command: [process.execPath, "-e", ""], env: {}, reaper }
    const why = await Effect.runPromise(Effect.scoped(Effect.flip(startGroup(start, "win32"))))
    assert.match(why, /^On Windows passhat cannot end everything that a process starts\. Run the suite in WSL.+\.$/)
    assert.deepEqual(watched, [])
    for (const os of ["linux", "darwin"] as const) {
      await Effect.runPromise(Effect.scoped(startGroup(start, os)))
    }
    assert.equal(watched.length, 2)
  })
})
