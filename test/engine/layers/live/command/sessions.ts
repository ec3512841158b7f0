/** Sessions for an agent under test that record every call. */
import * as Effect from "effect/Effect"
import type { ToolAnswer } from "../../../../../src/base/domain/recording/Cassette.ts"
import type { JsonObject } from "../../../../../src/base/domain/Json.ts"
import type { OfferedTool } from "../../../../../src/base/domain/plan/Tool.ts"
import type { AgentSession, Session } from "../../../../../src/engine/services/Driver.ts"
import { text } from "../../../../../src/engine/layers/scripted/toolHub.ts"

export const tool = (server: string, name: string): OfferedTool => ({
  server,
  name,
  description: `${name} of ${server}`,
  input_schema: { type: "object", properties: { city: { type: "string" } } }
})

export interface Seen {
  readonly session: AgentSession
  readonly calls: Array<readonly [address: string, args: JsonObject]>
}

/** Every call is answered with `answer`. */
export const sessionOf = (
  tools: ReadonlyArray<OfferedTool>,
  answer: Effect.Effect<ToolAnswer, Error> = Effect.succeed(text("21 °C"))
): Seen => {
  const calls: Seen["calls"] = []
  const callEffect: Session["callEffect"] = (address, args = {}) =>
    Effect.suspend(() => {
      calls.push([address, args])
      return answer
    })
  return {
    calls,
    session: {
      prompt: "Sacramento",
      images: [],
      messages: [],
      memory: {},
      model: "mine",
      run: 1,
      signal: new AbortController().signal,
      mcp: new Promise(() => {}),
      modelProxy: {
        anthropic: Promise.resolve("http://127.0.0.1:9/anthropic"),
        openai: Promise.resolve("http://127.0.0.1:9/openai/v1")
      },
      tools,
      callEffect,
      callServed: (address, args, { arrived }) => Effect.andThen(arrived, callEffect(address, args)),
      told: () => {},
      unreadable: () => {},
      call: (address, args) => Effect.runPromise(callEffect(address, args)),
      say: () => {},
      usage: () => {},
      step: () => {}
    }
  }
}
