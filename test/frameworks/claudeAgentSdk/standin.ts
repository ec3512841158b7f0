/**
 * A stand-in for Anthropic's API that answers the agents of the suites, each conversation by its first message.
 */
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import { anthropic } from "../../standin/anthropic.ts"
import { type Asked, type Reply, serve, type Server } from "../../standin/serve.ts"
import type { Turn } from "../../standin/Voice.ts"

interface Answer {
  readonly text: string
  readonly calls?: ReadonlyArray<readonly [name: string, args: JsonObject]>
  readonly usage: { readonly input: number; readonly output: number }
}

const look = (city: string) => ["mcp__passhat__weather__get_weather", { city }] as const
/** Subagents run in the background if nothing else is said, and the order of their calls is then open. */
const scout = {
  description: "Look",
  prompt: "Look twice, scout.",
  subagent_type: "scout",
  run_in_background: false
}
const usage = (input: number, output: number) => ({ input, output })

const scriptsIn = (home: string): { readonly [prompt: string]: ReadonlyArray<Answer> } => ({
  "What is the weather in Sacramento?": [
    {
      text: "I look.",
      calls: [look("Sacramento"), ["Read", { file_path: `${home}/city.txt` }]],
      usage: usage(101, 21)
    },
    {
      text: "",
      calls: [look("Sacramento"), look("Sacramento"), ["mcp__desk__note", { text: "looked" }]],
      usage: usage(202, 12)
    },
    { text: "It is clear.", usage: usage(303, 7) }
  ],
  "Let a scout look.": [
    {
      text: "I send a scout.",
      calls: [["Task", scout]],
      usage: usage(404, 9)
    },
    { text: "I look myself.", calls: [look("Sacramento")], usage: usage(505, 8) },
    { text: "It is clear.", usage: usage(606, 7) }
  ],
  "Look twice, scout.": [
    { text: "Once.", calls: [look("Sacramento")], usage: usage(11, 3) },
    { text: "Twice.", calls: [look("Sacramento"), ["mcp__desk__note", { text: "seen" }]], usage: usage(22, 4) },
    { text: "I have looked.", usage: usage(33, 5) }
  ],
  "Look in two cities.": [
    { text: "Davis first.", calls: [look("Davis"), look("Sacramento")], usage: usage(77, 6) },
    { text: "Again.", calls: [look("Sacramento")], usage: usage(88, 5) },
    { text: "It is clear.", usage: usage(99, 4) }
  ],
  "Look, and fail.": [{ text: "I look.", calls: [look("Sacramento")], usage: usage(101, 21) }]
})

export const startStandin = (home: string): Promise<Server> => serve((asked) => replyTo(asked, scriptsIn(home)))

const replyTo = ({ body }: Asked, scripts: ReturnType<typeof scriptsIn>): Reply => {
  const messages = body.messages as ReadonlyArray<JsonObject>
  const begun = JSON.stringify(messages[0])
  if (begun.includes("Wait for ever.")) return { status: 200, chunks: [], ending: "hung" }
  const names = Object.keys(scripts)
  const script = names.findIndex((prompt) => begun.includes(prompt))
  const at = messages.filter(({ role }) => role === "assistant").length
  const answer = scripts[names[script] ?? ""]?.[at]
  if (answer === undefined) {
    const error = anthropic.error("invalid_request_error", "The script has ended")
    return { status: 400, headers: { "content-type": "application/json" }, chunks: [JSON.stringify(error)] }
  }
  return streamed(answer, `s${script}_${at}`, String(body.model))
}

/** As the API does: the number of output tokens is known at the end only. */
const streamed = ({ calls = [], text, usage: tokens }: Answer, id: string, model: string): Reply => {
  const turn: Turn = {
    id,
    model,
    text,
    calls: calls.map(([name, args], at) => ({ id: `toolu_${id}_${at}`, name, args })),
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    usage: tokens
  }
  const [start = "", ...rest] = anthropic.pieces(turn)
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    chunks: [start.replace(/"output_tokens":\d+/, '"output_tokens":1'), ...rest]
  }
}
