/**
 * A provider: MiniMax, whose API has the messages of Chat Completions at a path of its own.
 */
import { type Addition, after, all, before } from "./Addition.ts"

const record = `/**
 * MiniMax, by its own path of Chat Completions.
 */
import { wellKnownAddress } from "../Address.ts"
import { label, type SharedOptions } from "../options.ts"
import type { ModelChoice, ProviderRecord } from "../ProviderRecord.ts"

const constructors = {
  /** A model of MiniMax. */
  minimax: (model: string, options?: SharedOptions): ModelChoice => ({
    model,
    provider: { kind: "minimax" },
    ...(options !== undefined && { options: { ...options } })
  })
}

export const minimax: ProviderRecord<typeof constructors> = {
  kind: "minimax",
  fields: {},
  options: { label },
  constructors,
  example: (model) => \`Model.minimax("\${model}")\`,
  address: wellKnownAddress("MiniMax", "MINIMAX", "https://api.minimax.io/v1"),
  ask: () => import("./ask.ts")
}
`

const ask = `/**
 * Asks a model of MiniMax.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { Message } from "../../../engine/services/Model.ts"
import { answerOf } from "../openaiCompatible/answer.ts"
import { readStream } from "../openaiCompatible/ask.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { itemsOf, toolTexts } from "../wire/history.ts"
import { bodyOf, post, under } from "../wire/http.ts"
import { LONGEST_NAME, parameters } from "../wire/modelOptions.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { isLong } from "../wire/sdk.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"

export const ask: Ask = Effect.fn("minimax")(function* (question) {
  const { address, request } = question
  const names = wireNames(request.tools, LONGEST_NAME)
  const { headers, text } = yield* post({
    url: under(address.url, "text/chatcompletion_v2"),
    headers: { authorization: \`Bearer \${address.key}\` },
    body: paramsOf(question, names)
  })
  const sent = {
    names,
    give: idsAfter(request.messages),
    maxTokens: request.cell.behaviour.options.max_tokens,
    requestId: headers.get("x-request-id")
  }
  return yield* Effect.fromResult(
    Result.gen(function* () {
      const body = yield* bodyOf(text)
      return yield* answerOf("json" in body ? body.json : yield* readStream(body.events, body.isDone), sent)
    })
  )
})

const paramsOf = ({ request, stream }: Question, names: WireNames): JsonObject => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    max_tokens: options.max_tokens,
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    tools: names.offered.map(([name, { input_schema }]) => ({
      type: "function",
      function: { name, parameters: parameters(input_schema) }
    })),
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      ...request.messages.flatMap((message) => messagesOf(message, names))
    ],
    ...((stream || isLong(options.max_tokens)) && { stream: true })
  }
}

const messagesOf = (message: Message, names: WireNames): ReadonlyArray<Json> => {
  if (message.role === "user") return [{ role: "user", content: message.text }]
  if (message.role === "tools") {
    return message.results.map((result) => ({
      role: "tool",
      tool_call_id: result.call_id,
      content: toolTexts(result).join("\\n")
    }))
  }
  const { answer } = message
  const tool_calls = answer.calls.map((call) => ({
    type: "function",
    id: call.id,
    function: { name: names.of(call), arguments: JSON.stringify(call.args) }
  }))
  return itemsOf(answer) ?? [{ role: "assistant", content: answer.text, ...(tool_calls.length > 0 && { tool_calls }) }]
}
`

const voice = `/**
 * The stand-in's MiniMax: Chat Completions at another path.
 */
import { chat } from "./chat.ts"
import type { Voice } from "./Voice.ts"

export const minimax: Voice = { ...chat, error: (_, text) => ({ base_resp: { status_code: 1004, status_msg: text } }) }
`

const records = ["test/edges/providers/providers.test.ts"]
const scripted = ["test/edges/providers/conversation.test.ts", "-t", "minimax"]

export const provider: Addition = {
  section: "Adding a provider",
  name: "minimax",
  files: {
    "src/edges/providers/minimax/record.ts": { text: record, heldBy: records },
    "src/edges/providers/minimax/ask.ts": { text: ask, heldBy: records },
    "src/edges/providers/list.ts": {
      text: before("export { openai }", 'export { minimax } from "./minimax/record.ts"\n'),
      heldBy: records
    },
    "test/edges/providers/asking.ts": {
      text: all(
        after('kinds = ["anthropic", ', '"minimax", '),
        after(
          "const environmentOf = (url: string, key: string) => ({\n",
          "  MINIMAX_API_KEY: key,\n  MINIMAX_BASE_URL: url,\n"
        ),
        before('  openai: "gpt-5.2"', '  minimax: "MiniMax-M2",\n')
      ),
      heldBy: records
    },
    "test/edges/providers/answers.test.ts": {
      text: all(
        before(
          "    openai_compatible: [",
          '    minimax: [{ choices: [{ message: { content: refusal }, finish_reason: "content_filter" }] }],\n'
        ),
        before('      case "openai_compatible": {', '      case "minimax":\n')
      ),
      heldBy: ["test/edges/providers/answers.test.ts", "-t", "minimax"]
    },
    "test/standin/minimax.ts": { text: voice, heldBy: scripted },
    "test/standin/voiceOf.ts": {
      text: all(
        before("import { responses }", 'import { minimax } from "./minimax.ts"\n'),
        before('  if (name.endsWith("/responses"))', '  if (name.endsWith("/text/chatcompletion_v2")) return minimax\n')
      ),
      heldBy: scripted
    },
    "docs/reference.md": {
      text: after(
        "| `OPENAI_BASE_URL`    |\n",
        "| `Model.minimax(model, options)` | MiniMax | `MINIMAX_API_KEY` | `MINIMAX_BASE_URL` |\n"
      ),
      heldBy: ["test/docs/reference.test.ts", "-t", "Model: every function"]
    }
  }
}
