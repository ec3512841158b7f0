/**
 * The stand-in's OpenAI Responses.
 */
import type { JsonObject } from "../../src/base/domain/Json.ts"
import { event, halves, type Turn, type Voice } from "./Voice.ts"

export const responses: Voice = {
  prefix: "call",
  prompt: ({ input }) => (Array.isArray(input) ? input[0]?.content : undefined),
  whole: (turn) => response(turn),
  pieces: (turn) => {
    const begun = { ...response(turn), status: "in_progress", output: [], usage: null }
    return [
      event({ type: "response.created", response: begun }),
      ...halves(turn.text).map((delta) => event({ type: "response.output_text.delta", output_index: 0, delta })),
      event({ type: isCut(turn) ? "response.incomplete" : "response.completed", response: response(turn) })
    ]
  },
  error: (type, message) => ({ error: { type, message, code: null, param: null } }),
  errorPiece: (code, message) => event({ type: "error", error: { type: code, code, message, param: null } })
}

const response = (turn: Turn): JsonObject => ({
  id: `resp_${turn.id}`,
  object: "response",
  created_at: 1_700_000_000,
  model: turn.model,
  status: isCut(turn) ? "incomplete" : "completed",
  error: null,
  incomplete_details: isCut(turn) ? { reason: "max_output_tokens" } : null,
  output: [
    ...(turn.text === "" ? [] : [message(turn)]),
    ...turn.calls.map(({ args, id, name }) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
      status: "completed"
    }))
  ],
  usage: turn.usage === undefined ? null : { input_tokens: turn.usage.input, output_tokens: turn.usage.output }
})

const message = ({ id, text }: Turn): JsonObject => ({
  type: "message",
  id: `msg_${id}`,
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }]
})

const isCut = ({ stop_reason }: Turn): boolean => stop_reason === "max_tokens"
