/**
 * Reads a completion of the Chat Completions API.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ModelAnswer } from "../../domain/Cassette.ts"
import { Json, JsonObject } from "../../domain/Json.ts"
import { broken, type Failure } from "../wire/Failure.ts"
import type { WireNames } from "../wire/wireNames.ts"
import { stateOf } from "../wire/history.ts"
import { isArray, isJsonObject } from "../../std/Json.ts"
import { type GiveId, withOwnIds } from "../wire/ownIds.ts"
import { askedCall, completeCalls, readAnswer, usageOf } from "../wire/readAnswer.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Message = Schema.Struct({
  content: optional(Schema.String),
  refusal: optional(Schema.String),
  tool_calls: optional(
    Schema.Array(
      Schema.Struct({
        id: Schema.String,
        function: Schema.Struct({ name: Schema.String, arguments: Schema.String })
      })
    )
  )
})

const Completion = Schema.Struct({
  choices: Schema.Array(Schema.Struct({ message: JsonObject, finish_reason: Schema.String })),
  usage: optional(Schema.Record(Schema.String, Json))
})

export const answerOf = (body: unknown, names: WireNames, give: GiveId): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    const { choices, usage } = yield* readAnswer(Completion, body)
    const [choice] = choices
    if (choice === undefined) return yield* Result.fail(broken("it has no choices"))
    const sent = withIds(choice.message, give)
    const message = yield* readAnswer(Message, sent)
    const asked = (message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function.name,
      args: call.function.arguments
    }))
    const refused = (message.refusal ?? "") !== ""
    const stop_reason = refused ? "refusal" : stopReason(choice.finish_reason, asked.length > 0)
    const calls = stop_reason === "max_tokens" ? completeCalls(asked) : asked
    return {
      text: `${message.content ?? ""}${message.refusal ?? ""}`,
      calls: calls.map((call) => askedCall(names, call)),
      stop_reason,
      ...usageOf(usage?.prompt_tokens, usage?.completion_tokens),
      ...(hasMore(sent) && stateOf([{ role: "assistant", ...sent }]))
    }
  })

/** Some servers leave ids empty, or out. */
const withIds = (message: JsonObject, give: GiveId): JsonObject =>
  isArray(message.tool_calls) ? { ...message, tool_calls: withOwnIds(message.tool_calls, "id", give) } : message

/** Some servers send "stop" with an answer that calls tools. */
const stopReason = (reason: string, callsTools: boolean): string => {
  if (reason === "length") return "max_tokens"
  if (reason === "content_filter") return "refusal"
  return reason === "stop" || reason === "tool_calls" ? (callsTools ? "tool_use" : "end_turn") : reason
}

/** Whether a message has members besides the standard ones: servers put reasoning and signatures there, and need them back. */
const hasMore = ({ tool_calls, ...message }: JsonObject): boolean =>
  hasOther(message, STANDARD) ||
  (Array.isArray(tool_calls) && tool_calls.some((call) => isJsonObject(call) && hasOther(call, STANDARD_OF_CALLS)))

const STANDARD = new Set(["role", "content", "refusal", "annotations", "audio", "function_call"])
const STANDARD_OF_CALLS = new Set(["id", "type", "index", "function"])

const hasOther = (object: JsonObject, known: ReadonlySet<string>): boolean =>
  Object.entries(object).some(([name, value]) => value !== null && !known.has(name))
