import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import type { ToolAnswer } from "../../../../../src/base/domain/recording/Cassette.ts"
import { ToolHub } from "../../../../../src/engine/services/ToolHub.ts"
import { cell } from "../../recordings.ts"
import { eventually, newMark } from "../../../../processes.ts"
import { call, failure, hostile, hub, stdio, withSession } from "./session.ts"
import { tail } from "../../../../../src/engine/layers/live/mcp/stdioLink.ts"

const text = (content: string): ToolAnswer => ({
  is_error: false,
  content: [{ type: "text", text: content }],
  timed_out: false
})

const at = "asks for the weather, run #1: The server hostile"

describe("a server over stdio", () => {
  test("sends its name, its version and its tools", async () => {
    const { servers, tools } = await withSession([hostile()], Effect.succeed)
    assert.deepEqual(
      servers.map(({ name, tools: listed, version }) => ({ name, version, tools: listed?.map((one) => one.name) })),
      [{ name: "hostile", version: "6.6.6", tools: tools.map((one) => one.name).toSorted() }]
    )
    assert.deepEqual(tools[0], {
      server: "hostile",
      name: "echo",
      description: "Tries echo.",
      input_schema: { type: "object" }
    })
  })

  test("gets the declared variables, harmless variables and a mark, and no others", async () => {
    process.env["PASSHAT_TEST_CANARY"] = "sk-canary"
    const { structured } = await withSession([hostile("", "declared")], (session) => call(session, "env"))
    const { PASSHAT_MARK, TEST_MARK, ...rest } = structured as Record<string, string>
    assert.equal(TEST_MARK, "declared")
    assert.match(PASSHAT_MARK ?? "", /^[0-9a-f-]{36}$/)
    assert.deepEqual(
      Object.keys(rest).filter((name) => !/^(HOME|LANG|LC_ALL|LOGNAME|PATH|SHELL|TERM|TMPDIR|TZ|USER)$/.test(name)),
      []
    )
    assert.equal(JSON.stringify(structured).includes("sk-canary"), false)
  })

  test("may send members in an answer that the SDK does not know", async () => {
    assert.deepEqual(await withSession([hostile()], (session) => call(session, "extra")), {
      is_error: false,
      content: [{ type: "text", text: "hi", "x-vendor": { kept: true } }],
      structured: { a: [1, null] },
      timed_out: false
    })
  })

  test("may answer with an error or an invalid result, and the agent gets it", async () => {
    const [unknown, nonsense] = await withSession([hostile()], (session) =>
      Effect.all([call(session, "no such tool"), call(session, "nonsense")])
    )
    assert.deepEqual(unknown, { ...text("No tool no such tool"), is_error: true, error_code: -32602 })
    assert.equal(nonsense.is_error, true)
    assert.match(JSON.stringify(nonsense.content), /Invalid result for tools\/call/)
  })

  test("may write lines to stdout that are no messages, which are skipped", async () => {
    assert.deepEqual(
      await withSession([hostile("noisy")], (session) => call(session, "echo", { message: "ü" })),
      text("ü")
    )
  })

  test("may answer and exit at once, and the answer counts", async () => {
    assert.deepEqual(await withSession([hostile()], (session) => call(session, "answerAndDie")), text("last words"))
  })

  test("without tools has none", async () => {
    const { tools } = await withSession([hostile("toolless")], Effect.succeed)
    assert.deepEqual(tools, [])
  })
})

describe("a server over stdio that breaks is an infrastructure error, not an answer", () => {
  test("when it exits in a call: the message has its exit code and the end of its stderr", async () => {
    assert.equal(
      await failure([hostile()], (session) => call(session, "die")),
      `${at} did not answer a call of die: Connection closed. It exited with code 3. ` +
        "Its stderr ended with: about to fail | \\u{1b}[31mboom\\u{1b}[0m"
    )
  })

  test("when it exits after it wrote lines to stdout that are no messages: the message counts them", async () => {
    assert.match(
      await failure([hostile("noisy")], (session) => call(session, "kill")),
      /It was ended by SIGKILL\. It wrote lines that are no messages \(4\), the first: Welcome!\\r\.$/
    )
  })

  test("for every pending call, and for later ones", async () => {
    const outcomes = await withSession([hostile()], (session) =>
      Effect.gen(function* () {
        const calls = ["wait", "wait", "die"].map((name) => Effect.result(call(session, name)))
        const waiting = yield* Effect.all(calls, { concurrency: "unbounded" })
        return [...waiting, yield* Effect.result(call(session, "echo"))].map(({ _tag }) => _tag)
      })
    )
    assert.deepEqual(outcomes, ["Failure", "Failure", "Failure", "Failure"])
  })

  test("when it is killed: the message has the signal", async () => {
    assert.equal(
      await failure([hostile()], (session) => call(session, "kill")),
      `${at} did not answer a call of kill: Connection closed. It was ended by SIGKILL.`
    )
  })

  test("when it closes stdout and keeps running", async () => {
    const message = await failure([hostile()], (session) => call(session, "hangUp"))
    assert.equal(message, `${at} did not answer a call of hangUp: Connection closed. It is still running.`)
  })

  test("when it sends an endless line", async () => {
    assert.equal(
      await failure([hostile()], (session) => call(session, "flood")),
      `${at} did not answer a call of flood: Connection closed. It sent a message of more than 16777216 bytes.`
    )
  })

  test("when it sends bytes that are not UTF-8", async () => {
    assert.equal(
      await failure([hostile()], (session) => call(session, "latin1")),
      `${at} did not answer a call of latin1: Connection closed. It sent a line that is not UTF-8.`
    )
  })

  test("when it exits before it is initialized", async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 3}`).join(" | ")
    assert.equal(
      await failure([hostile("crash")], Effect.succeed),
      `${at} could not be opened: Connection closed. It exited with code 7. Its stderr ended with: ${lines}`
    )
  })

  test("when its program does not exist or its command is empty", async () => {
    const missing = await failure([stdio("hostile", ["passhat-no-such-program"])], Effect.succeed)
    assert.match(missing, /could not be started: .*passhat-no-such-program/)
    const none = await failure([stdio("hostile", [])], Effect.succeed)
    assert.match(none, /could not be started: /)
  })

  test("when its list of tools repeats a page", async () => {
    assert.equal(
      await failure([hostile("loop")], Effect.succeed),
      `${at} could not be opened: Its list of tools repeats a page. It is still running.`
    )
  })

  test("when it is not initialized within a minute: the message quotes its output", () =>
    ToolHub.use((tools) =>
      Effect.gen(function* () {
        const opening = yield* Effect.forkChild(Effect.flip(tools.open(cell, 1)), { startImmediately: true })
        yield* TestClock.adjust("59999 millis")
        assert.equal(opening.pollUnsafe(), undefined)
        yield* TestClock.adjust("1 millis")
        // The diagnosis waits for the rest of its output, by the same clock.
        yield* TestClock.adjust("100 millis")
        const { issue } = yield* Fiber.join(opening)
        assert.equal(issue.message, `${at} could not be opened: It took more than 60000 ms. It is still running.`)
        assert.match(issue.hint, /^Start it by hand to see more: node .*hostileServer.js mute$/)
      })
    ).pipe(Effect.scoped, Effect.provide(hub(hostile("mute"))), Effect.provide(TestClock.layer()), Effect.runPromise))
})

describe("a call over stdio that is interrupted", () => {
  test("is cancelled at the server, and the session continues", async () => {
    const parsed = ({ content: [block] }: ToolAnswer): ReadonlyArray<number> =>
      JSON.parse((block as { readonly text: string }).text)
    await withSession([hostile("", newMark())], (session) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(call(session, "wait"), { startImmediately: true })
        const ids = () => Effect.runPromise(Effect.map(call(session, "waiting"), parsed))
        yield* Effect.promise(() => eventually(async () => (await ids()).length === 1))
        yield* Fiber.interrupt(fiber)
        const cancelled = parsed(yield* call(session, "cancelled"))
        assert.deepEqual(cancelled, yield* Effect.promise(ids))
      })
    )
  })
})

const tailOf = (...chunks: ReadonlyArray<string>): string => {
  const kept = tail()
  for (const chunk of chunks) kept.push(new TextEncoder().encode(chunk))
  return kept.text()
}

describe("the tail of stderr", () => {
  test("is its last ten lines, joined into one", () => {
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n + 1}\n`)
    assert.equal(tailOf(...lines), Array.from({ length: 10 }, (_, n) => `line ${n + 3}`).join(" | "))
    assert.equal(tailOf("a\r\n\n", "b"), "a | b")
  })

  test("is at most 2 kB, however much was written", () => {
    assert.equal(tailOf("x ".repeat(50_000), "y".repeat(2000)), `${"x ".repeat(23)}${"y".repeat(2000)}`)
  })

  test("begins with no part of a word, which may be a part of a secret", () => {
    assert.equal(tailOf(`t0ken-of-the-environment ${"y ".repeat(1015)}`), "y ".repeat(1015).trim())
    assert.equal(tailOf("z".repeat(3000)), "")
  })

  test("escapes control characters and characters that reorder text", () => {
    assert.equal(tailOf("\u001b[31mred\u001b[0m\u0007\u009b"), "\\u{1b}[31mred\\u{1b}[0m\\u{7}\\u{9b}")
    assert.equal(tailOf("\u202egnp.exe"), "\\u{202e}gnp.exe")
  })

  test("is empty when nothing was written", () => {
    assert.equal(tailOf(), "")
  })
})
