/**
 * The stand-in's Chat Completions.
 */
import type { Json, JsonObject } from "../../src/base/domain/Json.ts"
import { halves, type Turn, type Voice } from "./Voice.ts"

const reasons: Readonly<Record<string, string>> = {
  end_turn: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  refusal: "content_filter"
}

export const chat: Voice = {
  prefix: "call",
  prompt: ({ messages }) => (Array.isArray(messages) ? messages.find(isUser)?.content : undefined),
  whole: (turn) => ({
    ...head(turn, "chat.completion"),
    choices: [{ index: 0, message: message(turn), finish_reason: finish(turn) }],
    ...usage(turn)
  }),
  pieces: (turn) => {
    const piece = (delta: JsonObject, finish_reason: string | null = null) =>
      data({ ...head(turn, "chat.completion.chunk"), choices: [{ index: 0, delta, finish_reason }], usage: null })
    return [
      piece({ role: "assistant", content: null }),
      ...halves(turn.text).map((content) => piece({ content })),
      ...turn.calls.flatMap(({ args, id, name }, index) => [
        piece({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
        ...halves(JSON.stringify(args)).map((half) => piece({ tool_calls: [{ index, function: { arguments: half } }] }))
      ]),
      piece({}, finish(turn)),
      data({ ...head(turn, "chat.completion.chunk"), choices: [], ...usage(turn) }),
      "data: [DONE]\n\n"
    ]
  },
  error: (type, text) => ({ error: { type, message: text, code: null, param: null } }),
  errorPiece: (code, text) => data({ error: { type: code, code, message: text } })
}

const data = (json: JsonObject): string => `data: ${JSON.stringify(json)}\n\n`

const head = ({ id, model }: Turn, object: string): JsonObject => ({ id: `chatcmpl-${id}`, object, created: 0, model })

const usage = ({ usage: tokens }: Turn): JsonObject =>
  tokens === undefined ? {} : { usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output } }

const finish = ({ stop_reason }: Turn): string => reasons[stop_reason] ?? stop_reason

const message = ({ calls, text }: Turn): JsonObject => ({
  role: "assistant",
  content: text === "" ? null : text,
  refusal: null,
  ...(calls.length > 0 && {
    tool_calls: calls.map(({ args, id, name }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) }
    }))
  })
})

const isUser = (one: Json): boolean => typeof one === "object" && one !== null && "role" in one && one.role === "user"
