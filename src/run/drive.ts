/**
 * Performs an agent of the user's own: gives it a session, and makes a trace of all that goes through it.
 */
import * as Effect from "effect/Effect"
import type { AskedCall, ToolAnswer, Usage } from "../domain/Cassette.ts"
import type { Drive, Session } from "../domain/Driver.ts"
import { issue } from "../domain/Issue.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { Cell } from "../domain/Plan.ts"
import type { OfferedTool } from "../domain/Tool.ts"
import type { Trace } from "../domain/Trace.ts"
import { Commands, type UserCode } from "../services/Driver.ts"
import { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { answerTo } from "./answerTo.ts"

export const drive = Effect.fnUntraced(function* (cell: Cell, run: number, code: UserCode, tools: ToolSession) {
  const log: Log = { calls: [], answers: [], said: [], spent: undefined }
  const session = yield* sessionOf(cell, tools, log)
  const final =
    code.command === undefined
      ? yield* driven(cell, run, code.drive, session)
      : yield* (yield* Commands).run(code.command, session)
  return traceOf(cell, log, final)
})

/** What went through the session, in the order in which it was asked for. */
interface Log {
  readonly calls: Array<{ readonly call: AskedCall; readonly turn: number }>
  readonly answers: Array<ToolAnswer>
  readonly said: Array<string>
  spent: Usage | undefined
}

const sessionOf = Effect.fnUntraced(function* (cell: Cell, tools: ToolSession, log: Log) {
  const { prompt, system } = cell.behaviour
  const ended = new AbortController()
  yield* Effect.addFinalizer(() => Effect.sync(() => ended.abort()))
  const callEffect = (tool: string, args: JsonObject = {}) =>
    Effect.suspend(() => {
      const at = log.calls.length
      const call = { id: `c${at + 1}`, ...addressOf(tools.tools, tool), args }
      log.calls.push({ call, turn: Math.max(1, log.said.length) })
      return Effect.tap(answerTo(cell, tools, call), (answer) =>
        Effect.sync(() => {
          log.answers[at] = answer
        })
      )
    })
  return {
    prompt,
    ...(system !== undefined && { system }),
    tools: tools.tools,
    callEffect,
    call: (tool, args) => Effect.runPromise(callEffect(tool, args), { signal: ended.signal }),
    say: (text) => {
      log.said.push(text)
    },
    usage: ({ input, output }) => {
      log.spent = { input: (log.spent?.input ?? 0) + input, output: (log.spent?.output ?? 0) + output }
    }
  } satisfies Session
})

/** `server/name`, or a name that one server has. What nobody has is called all the same: the answer says so. */
const addressOf = (tools: ReadonlyArray<OfferedTool>, tool: string): Pick<AskedCall, "server" | "name"> => {
  const found =
    tools.find(({ name, server }) => `${server}/${name}` === tool) ?? tools.find(({ name }) => name === tool)
  return found === undefined ? { server: "", name: tool } : { server: found.server, name: found.name }
}

const driven = (cell: Cell, run: number, code: Drive | undefined, session: Session) =>
  Effect.gen(function* () {
    const given = yield* Effect.tryPromise(async () => (code === undefined ? "" : code(session)))
    return Effect.isEffect(given) ? yield* given : given
  }).pipe(
    Effect.mapError((error) => (error instanceof Infrastructure ? error : broke(cell, run, error))),
    Effect.map(String)
  )

const broke = (cell: Cell, run: number, error: unknown): Infrastructure => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Infrastructure({
    issue: issue("INFRASTRUCTURE", `${cell.name}, run #${run}: the driver failed: ${message}.`, "Correct the driver.")
  })
}

const traceOf = ({ behaviour: { prompt } }: Cell, { answers, calls, said, spent }: Log, final: string): Trace => ({
  tool_calls: calls.map(({ call, turn }) => ({ ...call, turn })),
  tool_results: calls.flatMap(({ call }, at) => {
    const answer = answers[at]
    return answer === undefined ? [] : [{ call_id: call.id, ...answer }]
  }),
  final_response: final,
  stop_reason: "end_turn",
  conversation: {
    ...(spent !== undefined && { tokens: { ...spent, total: spent.input + spent.output } }),
    turns: [
      { role: "user", content: prompt },
      ...(said.at(-1) === final ? said : [...said, final]).map((content) => ({ role: "assistant" as const, content }))
    ]
  },
  clock: { virtual_ms: 0 },
  faults: []
})
