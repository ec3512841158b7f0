/**
 * A stand-in for the providers' HTTP APIs: it speaks Anthropic's Messages, OpenAI's Responses and Chat Completions, whole
 * and streamed, and says what its scripts say.
 *
 * Runs of a cell ask the same thing at first, so scripts are handed out in the order in which conversations begin, over
 * and over: where runs differ, record them with `--concurrency 1`. From then on every conversation carries its script in
 * the ids of its calls, and any number of them may go on side by side.
 */
import type { Script, ScriptedTurn } from "../../src/layers/scripted/script.ts"
import type { Answers, Fault } from "./faults.ts"
import { type Asked, type Reply, serve, type Server } from "./serve.ts"
import { isStreamed, type Turn, type Voice } from "./Voice.ts"
import { voiceOf } from "./voiceOf.ts"

export interface Topic {
  readonly prompt: unknown
  readonly model: unknown
}

export interface Options {
  /** The scripts of a question, one after the other; none for a question that is not in them. */
  readonly scripts: (topic: Topic) => ReadonlyArray<Script>
  /** What goes wrong with a request, from 1; nothing unless said. A script is not used up by an answer that is lost. */
  readonly faults?: (number: number) => Fault | undefined
  /** Any that is free unless said. */
  readonly port?: number
}

export const startStandin = ({ faults = () => undefined, port, scripts }: Options): Promise<Server> => {
  const answers = answersFrom(scripts)
  return serve((asked) => faults(asked.number)?.(answers, asked) ?? answers.give(asked), port)
}

/** Conversations are told apart by what they are about; how many have begun decides which script comes next. */
const answersFrom = (scripts: Options["scripts"]): Answers => {
  const begun = new Map<string, number>()
  const answer = (asked: Asked, isKept: boolean): Reply => {
    const voice = voiceOf(asked)
    const topic = topicOf(asked, voice)
    const known = scripts(topic)
    const key = JSON.stringify(topic)
    const place = placeOf(asked) ?? { script: (begun.get(key) ?? 0) % known.length, turn: 0 }
    const turn = known[place.script]?.turns[place.turn]
    if (turn === undefined) return unscripted(voice, topic, known.length)
    if (isKept && place.turn === 0) begun.set(key, (begun.get(key) ?? 0) + 1)
    const said = turnOf(turn, `r${place.script + 1}_t${place.turn + 1}`, voice, String(topic.model))
    return isStreamed(asked)
      ? { status: 200, headers: { "content-type": "text/event-stream" }, chunks: voice.pieces(said) }
      : { status: 200, headers: json, chunks: [JSON.stringify(voice.whole(said))] }
  }
  return { give: (asked) => answer(asked, true), show: (asked) => answer(asked, false) }
}

const json = { "content-type": "application/json" }

const topicOf = ({ body }: Asked, voice: Voice): Topic => ({ prompt: voice.prompt(body), model: body.model })

/** Where a conversation has got to: its calls bear the script and the turn that they are from. */
const placeOf = ({ body }: Asked): { readonly script: number; readonly turn: number } | undefined => {
  const last = [...JSON.stringify(body).matchAll(/"(?:toolu|call)_r(\d+)_t(\d+)_\d+"/g)].at(-1)
  return last === undefined ? undefined : { script: Number(last[1]) - 1, turn: Number(last[2]) }
}

const turnOf = (turn: ScriptedTurn, id: string, { prefix }: Voice, model: string): Turn => {
  const { calls = [], stop_reason, text = "", usage } = turn
  return {
    id,
    model,
    text,
    calls: calls.map(({ args, name, server }, at) => ({
      id: `${prefix}_${id}_${at + 1}`,
      name: `${server}__${name}`,
      args
    })),
    stop_reason: stop_reason ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    usage
  }
}

const unscripted = (voice: Voice, { model, prompt }: Topic, scripts: number): Reply => {
  const what =
    scripts === 0 ? `Nobody wrote a script for ${model} and ${JSON.stringify(prompt)}` : "The script has ended"
  return { status: 400, headers: json, chunks: [JSON.stringify(voice.error("invalid_request_error", `${what}.`))] }
}
