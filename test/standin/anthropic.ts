/**
 * The stand-in's Anthropic Messages.
 */
import type { JsonObject } from "../../src/base/domain/Json.ts"
import { event, halves, type Turn, type Voice } from "./Voice.ts"

export const anthropic: Voice = {
  prefix: "toolu",
  prompt: ({ messages }) => (Array.isArray(messages) ? messages[0]?.content : undefined),
  whole: (turn) => ({ ...head(turn), content: blocks(turn), stop_reason: turn.stop_reason, ...usage(turn) }),
  pieces: (turn) => [
    event({ type: "message_start", message: { ...head(turn), content: [], stop_reason: null, ...usage(turn) } }),
    event({ type: "ping" }),
    ...blocks(turn).flatMap((block, index) => [
      event({ type: "content_block_start", index, content_block: started(block) }),
      ...deltas(block).map((delta) => event({ type: "content_block_delta", index, delta })),
      event({ type: "content_block_stop", index })
    ]),
    event({
      type: "message_delta",
      delta: { stop_reason: turn.stop_reason, stop_sequence: null },
      usage: { output_tokens: turn.usage?.output ?? null }
    }),
    event({ type: "message_stop" })
  ],
  error: (type, message) => ({ type: "error", error: { type, message } }),
  errorPiece: (type, message) => event({ type: "error", error: { type, message } })
}

const head = ({ id, model }: Turn): JsonObject => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  model,
  stop_sequence: null
})

const usage = ({ usage: tokens }: Turn): JsonObject =>
  tokens === undefined ? {} : { usage: { input_tokens: tokens.input, output_tokens: tokens.output } }

const blocks = ({ calls, text }: Turn): ReadonlyArray<JsonObject> => [
  ...(text === "" ? [] : [{ type: "text", text }]),
  ...calls.map(({ args, id, name }) => ({ type: "tool_use", id, name, input: args, caller: { type: "direct" } }))
]

const started = (block: JsonObject): JsonObject =>
  block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} }

const deltas = ({ input, text, type }: JsonObject): ReadonlyArray<JsonObject> =>
  type === "text"
    ? halves(String(text)).map((half) => ({ type: "text_delta", text: half }))
    : halves(JSON.stringify(input)).map((half) => ({ type: "input_json_delta", partial_json: half }))
