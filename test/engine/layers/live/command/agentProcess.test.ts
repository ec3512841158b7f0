import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import { startAgent } from "../../../../../src/engine/layers/live/command/agentProcess.ts"
import { makeReaper } from "../../../../../src/engine/layers/live/mcp/reaper.ts"

/** Its response, or the message why there is none. */
const respond = (...command: ReadonlyArray<string>): Promise<string> =>
  Effect.gen(function* () {
    const reaper = yield* makeReaper(process.env)
    const response = yield* Effect.result(
      Effect.flatten(startAgent({ command, env: { ...process.env, ...reaper.mark }, reaper }))
    )
    return Result.isSuccess(response) ? response.success : response.failure.issue.message
  }).pipe(Effect.scoped, Effect.runPromise)

const shell = (script: string): Promise<string> => respond("sh", "-c", script)

describe("the process of an agent", () => {
  test("prints its final response, less one trailing newline", async () => {
    assert.equal(await shell("printf ' 21 °C\\n\\n'"), " 21 °C\n")
    assert.equal(await shell("printf '21 °C\\r\\n'"), "21 °C")
    assert.equal(await shell("true"), "")
  })

  test("may print 5 MB", async () => {
    assert.equal((await shell("head -c 5000000 /dev/zero | tr '\\0' x")).length, 5_000_000)
  })

  test("is killed if it prints without end", async () => {
    assert.equal(await shell("yes"), "The agent sh printed more than 16777216 bytes.")
  })

  test("has no response if it prints bytes that are not UTF-8", async () => {
    assert.equal(await shell("printf 'caf\\351'"), "The agent sh printed what is not UTF-8.")
  })

  test("has no response if it exits with an error, and the message quotes its stderr", async () => {
    assert.equal(
      await shell("echo fine; echo no key >&2; exit 3"),
      "The agent sh exited with code 3, and its stderr ended with: no key"
    )
    assert.equal(await shell("kill -9 $$"), "The agent sh was ended by SIGKILL, with nothing on stderr.")
  })

  test("has no response if it cannot be started", async () => {
    assert.match(await respond("no-such-program-here"), /^The agent no-such-program-here cannot be started: /)
    assert.match(await respond(), /cannot be started/)
  })

  test("gets its arguments without a shell, and an empty stdin", async () => {
    assert.equal(await respond("echo", "$HOME", "; exit 3", "*"), "$HOME ; exit 3 *")
    assert.equal(await respond("cat"), "")
  })
})
