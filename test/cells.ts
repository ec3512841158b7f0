/**
 * Cells and recorded runs for tests that need one.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AskedCall, Exchange, ModelAnswer, RecordedRun, ToolAnswer } from "../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../src/base/domain/plan/Plan.ts"
import { agent } from "../src/language/dsl/agent.ts"
import { suite } from "../src/language/dsl/suite.ts"
import { Cassettes } from "../src/engine/services/Cassettes.ts"
import { compiledOf } from "./suites.ts"
import { weather } from "./types/servers.ts"

/** A cell without gates, with only what the test is about changed. */
export const cell = (changes: { readonly runs?: number; readonly maxTurns?: number } = {}): Cell => {
  const one = agent("asks for the weather", {
    model: "claude-sonnet-4-5",
    servers: [weather],
    prompt: "How warm is it?",
    ...(changes.maxTurns !== undefined && { maxTurns: changes.maxTurns })
  })
  const [planned] = compiledOf(suite("weather", one), changes.runs === undefined ? {} : { runs: changes.runs }).plan
    .cells
  if (planned === undefined) throw new Error("the suite has a cell")
  return planned
}

/** The same, of a user's own agent. */
export const driven = (changes?: Parameters<typeof cell>[0]): Cell => {
  const one = cell(changes)
  return { ...one, behaviour: { ...one.behaviour, driver: { name: "own", version: "1" } } }
}

/** Every run is to be performed, and is kept as it is. */
export const nothingRecorded = Layer.succeed(Cassettes, {
  open: () =>
    Effect.succeed({
      file: "nowhere",
      issues: [],
      recorded: () => undefined,
      keep: (run) => Effect.succeed({ run, issues: [] }),
      finish: () => Effect.void
    }),
  unused: () => Effect.succeed([])
})

export const asked = (id: string, name: string, args: AskedCall["args"] = {}): AskedCall => ({
  id,
  server: "weather",
  name,
  args
})

export const says = (text: string, ...calls: ReadonlyArray<AskedCall>): ModelAnswer => ({
  text,
  calls,
  stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
  usage: { input: 100, output: 10 }
})

export const sunny: ToolAnswer = { is_error: false, content: [{ type: "text", text: "sunny" }], timed_out: false }

export const model = (answer: ModelAnswer): Exchange => ({ kind: "model", answer })
export const tool = (call: AskedCall, answer: ToolAnswer = sunny): Exchange => ({ kind: "tool", call, answer })

export const recorded = (index: number, ...exchanges: ReadonlyArray<Exchange>): RecordedRun => ({
  index,
  outcome: { status: "completed" },
  exchanges
})

/** One call, one answer. */
export const oneCall = (index: number): RecordedRun => {
  const call = asked("c1", "get_weather", { city: "Sacramento" })
  return recorded(index, model(says("", call)), tool(call), model(says("It is sunny.")))
}
