import { describe, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { issue } from "../../../../../src/base/domain/issues.ts"
import * as Command from "../../../../../src/engine/layers/live/command/commands.ts"
import { type AgentSession, Commands } from "../../../../../src/engine/services/Driver.ts"
import { Infrastructure } from "../../../../../src/engine/services/Infrastructure.ts"
import { sessionOf, tool } from "./sessions.ts"

const weather = tool("weather", "get_weather")
const agents = join(import.meta.dirname, "agents")

const run = (command: ReadonlyArray<string>, session: AgentSession, environment = process.env) =>
  Effect.gen(function* () {
    return yield* (yield* Commands).run(command, session)
  }).pipe(Effect.scoped, Effect.provide(Command.layer(environment)))

const shell = (script: string) => ["sh", "-c", script]

/** Calls the tool and waits for its answer, whatever it is. */
const calls = `curl --silent "$PASSHAT_MCP_URL" --header "Content-Type: application/json" \
  --header "Accept: application/json, text/event-stream" \
  --data '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather__get_weather"}}'`

/** Processes with the mark in their environment; ended ones have none. */
const alive = (mark: string): ReadonlyArray<string> =>
  readdirSync("/proc").filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      Result.getOrElse(
        Result.try(() => readFileSync(`/proc/${pid}/environ`, "utf8")),
        () => ""
      ).includes(mark)
  )

const noneIsLeft = (mark: string): Promise<unknown> =>
  Effect.sync(() => alive(mark)).pipe(
    Effect.tap(Effect.yieldNow),
    Effect.repeat({ until: (pids) => pids.length === 0 }),
    Effect.timeout("5 seconds"),
    Effect.runPromise
  )

describe("an agent in another process", () => {
  test.skipIf(Bun.which("python3") === null)("speaks MCP from Python, and prints its final response", async () => {
    const { calls: seen, session } = sessionOf([weather])
    const response = await Effect.runPromise(
      run(["python3", join(agents, "weather.py")], { ...session, system: "Short: " })
    )
    assert.equal(response, "Short: 21 °C")
    assert.deepEqual(seen, [["weather/get_weather", { city: "Sacramento" }]])
  })

  test.skipIf(Bun.which("curl") === null)("calls a tool from a shell in one request", async () => {
    const { calls: seen, session } = sessionOf([weather])
    assert.equal(await Effect.runPromise(run(["sh", join(agents, "weather.sh")], session)), "21 °C")
    assert.deepEqual(seen, [["weather/get_weather", { city: "Oslo" }]])
  })

  test("gets the given environment and the variables of its task, and no others", async () => {
    const { session } = sessionOf([])
    const names = await Effect.runPromise(
      run(shell(`env | cut -d= -f1 | grep -v '^_$\\|^PWD$\\|^OLDPWD$\\|^SHLVL$' | sort`), session, {
        PATH: process.env["PATH"],
        MODEL_KEY: "k"
      })
    )
    assert.deepEqual(names.split("\n"), [
      "ANTHROPIC_BASE_URL",
      "MODEL_KEY",
      "OPENAI_BASE_URL",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "OTEL_EXPORTER_OTLP_PROTOCOL",
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
      "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
      "PASSHAT_MARK",
      "PASSHAT_MCP_URL",
      "PASSHAT_MESSAGES",
      "PASSHAT_PROMPT",
      "PASSHAT_REPORT_URL",
      "PASSHAT_SYSTEM",
      "PATH"
    ])
  })

  test.skipIf(Bun.which("curl") === null)(
    "is an infrastructure error if a call fails with one, whatever it prints afterwards",
    async () => {
      const down = new Infrastructure({ issue: issue("INFRASTRUCTURE", "The server is gone.", "Start it.") })
      const { session } = sessionOf([weather], Effect.fail(down))
      assert.equal(await Effect.runPromise(Effect.flip(run(shell(`${calls}; echo fine`), session))), down)
    }
  )

  test.skipIf(Bun.which("curl") === null)(
    "ends with all processes that it started when it is interrupted, and calls no tool while it ends",
    async () => {
      const mark = randomUUID()
      const called = Deferred.makeUnsafe<void>()
      const cancelled = Deferred.makeUnsafe<void>()
      const hangs = Deferred.succeed(called, undefined).pipe(
        Effect.andThen(Effect.never),
        Effect.onInterrupt(() => Deferred.succeed(cancelled, undefined))
      )
      const { calls: seen, session } = sessionOf([weather], hangs)
      const stubborn = shell(`ask() { ${calls}; }; trap ask TERM; sleep 1000 & ask; while :; do sleep 1000; done`)
      await Effect.runPromise(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(run(stubborn, session, { ...process.env, MARK: mark }))
          yield* Deferred.await(called)
          assert.ok(alive(mark).length > 0)
          yield* Fiber.interrupt(fiber)
          yield* Deferred.await(cancelled)
        })
      )
      assert.equal(seen.length, 1)
      await noneIsLeft(mark)
    }
  )

  test("leaves neither a process nor an endpoint behind when it succeeds", async () => {
    const mark = randomUUID()
    const { session } = sessionOf([])
    const url = await Effect.runPromise(
      run(shell(`sleep 1000 & echo "$PASSHAT_MCP_URL"`), session, { ...process.env, MARK: mark })
    )
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/mcp$/)
    await assert.rejects(fetch(url))
    await noneIsLeft(mark)
  })
})
