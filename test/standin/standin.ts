/**
 * A stand-in for the providers' HTTP APIs: Anthropic's Messages, OpenAI's Responses and Chat Completions, whole and
 * streamed. It answers as its scripts say.
 *
 * Runs of a cell start with the same request, so scripts are assigned in the order in which conversations begin, in
 * rotation: record runs that differ with `--concurrency 1`. Later requests carry the script in the ids of their calls, so
 * any number of conversations may run concurrently.
 */
import type { Script, ScriptedTurn } from "../../src/engine/layers/scripted/model.ts"
import { isObject } from "../../src/base/std/Json.ts"
import type { Answers, Fault } from "./faults.ts"
import { type Asked, type Reply, serve, type Server } from "./serve.ts"
import { isStreamed, type Turn, type Voice } from "./Voice.ts"
import { voiceOf } from "./voiceOf.ts"

export interface Topic {
  readonly prompt: unknown
  readonly model: unknown
}

export interface Options {
  /** The scripts of a question, in order; empty for an unknown question. */
  readonly scripts: (topic: Topic) => ReadonlyArray<Script>
  /** The fault of a request, counted from 1. A lost answer uses up no script. */
  readonly faults?: (number: number) => Fault | undefined
  /** Default: any that is free. */
  readonly port?: number
  /** The name under which the agent has a tool. Default: that under which it is served. */
  readonly nameOf?: (server: string, name: string) => string
}

export const startStandin = ({ faults = () => undefined, nameOf, port, scripts }: Options): Promise<Server> => {
  const answers = answersFrom(scripts, nameOf)
  return serve((asked) => faults(asked.number)?.(answers, asked) ?? answers.give(asked), port)
}

type NameOf = NonNullable<Options["nameOf"]>

const servedName: NameOf = (server, name) => `${server}__${name}`

/** Counts the conversations of each topic that have begun, which determines the next script. */
const answersFrom = (scripts: Options["scripts"], nameOf: NameOf = servedName): Answers => {
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
    const said = turnOf(turn, `r${place.script + 1}_t${place.turn + 1}`, voice, String(topic.model), nameOf)
    return isStreamed(asked)
      ? { status: 200, headers: { "content-type": "text/event-stream" }, chunks: voice.pieces(said) }
      : { status: 200, headers: json, chunks: [JSON.stringify(voice.whole(said))] }
  }
  return { give: (asked) => answer(asked, true), show: (asked) => answer(asked, false) }
}

const json = { "content-type": "application/json" }

const topicOf = ({ body }: Asked, voice: Voice): Topic => ({ prompt: voice.prompt(body), model: body.model })

/** The script of a conversation from the ids of its calls, and its turn from them or from its answers, where a user has replied. */
const placeOf = ({ body }: Asked): { readonly script: number; readonly turn: number } | undefined => {
  const last = [...JSON.stringify(body).matchAll(/"(?:toolu|call)_r(\d+)_t(\d+)_\d+"/g)].at(-1)
  const answers = Array.isArray(body["messages"]) ? body["messages"].filter(isAnswer).length : 0
  const turn = Math.max(answers, Number(last?.[2] ?? 0))
  return turn === 0 ? undefined : { script: Number(last?.[1] ?? 1) - 1, turn }
}

const isAnswer = (message: unknown): boolean => isObject(message) && message["role"] === "assistant"

const turnOf = (turn: ScriptedTurn, id: string, { prefix }: Voice, model: string, nameOf: NameOf): Turn => {
  const { calls = [], stop_reason, text = "", usage } = turn
  return {
    id,
    model,
    text,
    calls: calls.map(({ args, name, server }, at) => ({
      id: `${prefix}_${id}_${at + 1}`,
      name: nameOf(server, name),
      args
    })),
    stop_reason: stop_reason ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    usage
  }
}

const unscripted = (voice: Voice, { model, prompt }: Topic, scripts: number): Reply => {
  const what = scripts === 0 ? `There is no script for ${model} and ${JSON.stringify(prompt)}` : "The script has ended"
  return { status: 400, headers: json, chunks: [JSON.stringify(voice.error("invalid_request_error", `${what}.`))] }
}
