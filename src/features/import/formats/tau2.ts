/**
 * Runs of tau2-bench: `{ info, tasks, simulations }`. The messages are those of Chat Completions with other names of fields, and the
 * simulated user has tools, too: its calls are not the agent's.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { chatSteps } from "./chatSteps.ts"
import { listOf, nameOf, objectOf, textOf } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import {
  type Document,
  finding,
  inList,
  type Item,
  type Place,
  type ReadOptions,
  unknownValue,
  within
} from "../../../edges/telemetry/Item.ts"

export function* tau2(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  let info: { readonly file: string; readonly value: Json } | undefined
  for (const document of documents) {
    if (document.pointer === "#/info") info = document
    if (!document.pointer.startsWith("#/simulations/")) continue
    if (info?.file !== document.file) yield finding("simulations before the info of their file", document)
    yield* runOf(document, info?.file === document.file ? info.value : null, options)
  }
}

function* runOf(document: Document, info: Json, options: ReadOptions): Generator<Item> {
  const { messages = null, reward_info, task_id, termination_reason, trial } = objectOf(document.value)
  if (!isArray(messages) && messages !== null)
    return yield unknownValue("a simulation without messages", document, true)
  const { agent_info, environment_info } = objectOf(info)
  const { domain_name, policy } = objectOf(environment_info)
  const model = nameOf(objectOf(agent_info)["llm"])
  const { except, findings, steps, usersCalls } = agentSteps(listOf(messages), within(document, "messages"))
  yield* findings
  for (const place of usersCalls) yield finding("calls of the simulated user", place)
  const reason = textOf(termination_reason)
  const stop = reason === undefined ? undefined : STOPS[reason]
  const broken = reason === "infrastructure_error" ? reason : undefined
  if (reason !== undefined && (stop ?? broken) === undefined)
    yield finding(`a run that ended with ${JSON.stringify(reason)}`, document)
  yield* importedRun(
    {
      place: document,
      source: document.value,
      raw: inList(listOf(messages), within(document, "messages")),
      search: { inMessages: true, except },
      steps,
      trace: { server: nameOf(domain_name) ?? "tau2", stop: stop === "end" ? undefined : stop },
      task: nameOf(task_id),
      trial: typeof trial === "number" ? trial + 1 : undefined,
      ...(model !== undefined && { model }),
      ...(typeof policy === "string" && { system: policy }),
      ...(broken !== undefined && { broken }),
      verdict: objectOf(reward_info)["reward"]
    },
    options
  )
}

/** Without the calls of the user, and with a first answer that may have no tokens: it is a greeting that no model made. */
const agentSteps = (messages: ReadonlyArray<Json>, place: Place) => {
  const isUsers = (message: Json): boolean => {
    const { requestor, role, tool_calls } = objectOf(message)
    return (
      (role === "tool" && requestor === "user") || (role === "user" && isArray(tool_calls) && tool_calls.length > 0)
    )
  }
  const usersCalls = messages.flatMap((message, at) =>
    objectOf(message)["role"] === "user" ? listOf(objectOf(message)["tool_calls"]).map(() => within(place, at)) : []
  )
  const except = new Set(messages.filter(isUsers))
  const { findings, steps } = chatSteps(messages, place, except)
  const [first, ...rest] = steps
  const isGreeting = first?.kind === "answer" && first.usage === undefined && first.calls.length === 0
  return { except, findings, steps: isGreeting ? [{ ...first, usage: null }, ...rest] : steps, usersCalls }
}

/** `end` is where the user or the agent ended the conversation. */
const STOPS: { readonly [reason: string]: string } = {
  user_stop: "end",
  agent_stop: "end",
  max_steps: "max_turns",
  too_many_errors: "error",
  agent_error: "error"
}

export const isTau2 = ({ pointer, value }: Document): boolean =>
  pointer.startsWith("#/simulations/") && isJsonObject(value) && isArray(value["messages"])
