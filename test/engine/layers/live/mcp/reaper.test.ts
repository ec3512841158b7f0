import { afterAll, describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import process from "node:process"
import { makeReaper } from "../../../../../src/engine/layers/live/mcp/reaper.ts"
import { eventually, hasProc } from "../../../../processes.ts"

const started: Array<ChildProcess> = []
afterAll(() => started.forEach((child) => child.kill("SIGKILL")))

/** A process that does nothing, in a group of its own. */
const idle = (env: NodeJS.ProcessEnv = {}): ChildProcess & { readonly pid: number } => {
  const child = spawn("sleep", ["60"], { detached: true, env: { PATH: process.env["PATH"], ...env }, stdio: "ignore" })
  started.push(child)
  return child as ChildProcess & { readonly pid: number }
}

const ended = (child: ChildProcess): boolean => child.signalCode === "SIGKILL"

describe.skipIf(process.platform === "win32")("the reaper", () => {
  test("kills the groups that it watches, and not those that it no longer watches", async () => {
    const [first, forgotten, last] = [idle(), idle(), idle()]
    await Effect.runPromise(
      Effect.scoped(
        Effect.map(makeReaper(process.env), (reaper) => {
          for (const { pid } of [first, forgotten, last]) reaper.watch(pid)
          reaper.forget(forgotten.pid)
          reaper.forget(1_234_567)
        })
      )
    )
    await eventually(() => ended(first) && ended(last))
    assert.equal(forgotten.exitCode ?? forgotten.signalCode, null)
  })

  test.skipIf(!hasProc)("kills processes with its mark, and none with another mark", async () => {
    const other = idle({ PASSHAT_MARK: "00000000-0000-0000-0000-000000000000" })
    const marked = await Effect.runPromise(
      Effect.scoped(
        Effect.map(makeReaper(process.env), (reaper) => {
          const daemon = idle(reaper.mark)
          reaper.watch(1_234_567)
          return daemon
        })
      )
    )
    await eventually(() => ended(marked))
    assert.equal(other.exitCode ?? other.signalCode, null)
  })
})
