/**
 * Runs of MCPMark: `<server>/run-<n>/<task>/messages.json`, items of Responses or messages of Chat Completions, and beside it a
 * `meta.json` with the verdict, the tokens and the model. The name of a document tells what it is of.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import { chatSteps } from "./chatSteps.ts"
import { nameOf, objectOf, textOf, usageFrom } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import { type Document, finding, inList, type Item, type Place, type ReadOptions, unknownValue } from "../../../edges/telemetry/Item.ts"
import { responsesSteps } from "./responsesSteps.ts"

export function* mcpmark(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  let folder: Folder | undefined
  for (const document of documents) {
    const { file, value } = document
    const [name, path] = [file.replace(/^.*\//, ""), file.replace(/[^/]*$/, "")]
    if (folder !== undefined && folder.path !== path) {
      yield* runOf(folder, options)
      folder = undefined
    }
    if (name === "messages.json") {
      folder ??= { path, messages: [] }
      folder.messages.push(value)
    } else if (isMcpmark(document)) folder = { path, messages: folder?.messages ?? [], meta: document }
    else yield unknownValue("a value that is not of a run", document)
  }
  if (folder !== undefined) yield* runOf(folder, options)
}

interface Folder {
  readonly path: string
  readonly messages: Array<Json>
  readonly meta?: Document
}

function* runOf({ messages, meta, path }: Folder, options: ReadOptions): Generator<Item> {
  const [, server, trial, task] = /([^/]+)\/run-(\d+)\/([^/]+)\/$/.exec(path) ?? []
  const place: Place = { file: meta?.file ?? `${path}messages.json`, pointer: "" }
  if (meta === undefined || server === undefined) {
    const what =
      meta === undefined ? "messages without a meta.json" : "a run outside of a folder <server>/run-<n>/<task>"
    return yield finding(what, place, true)
  }
  const { execution_result, litellm_run_model_name, model_name, token_usage } = objectOf(meta.value)
  const { error_message, success } = objectOf(execution_result)
  const { input_tokens, output_tokens } = objectOf(token_usage)
  const at: Place = { file: `${path}messages.json`, pointer: "" }
  const { findings, steps, system } = isChat(messages) ? chatSteps(messages, at) : responsesSteps(messages, at)
  const error = textOf(error_message)
  const model = nameOf(litellm_run_model_name) ?? nameOf(model_name)
  yield* findings
  yield* importedRun(
    {
      place,
      source: meta.value,
      raw: inList(messages, at),
      steps,
      trace: { server, tokens: usageFrom(input_tokens, output_tokens), stop: stopOf(error) },
      task,
      trial: Number(trial),
      agent: server,
      ...(model !== undefined && { model }),
      ...(system !== undefined && { system }),
      ...(error !== undefined && isBroken(error, messages) && { broken: error }),
      verdict: success
    },
    options
  )
}

/** One of its servers has runs of both kinds. */
const isChat = (messages: ReadonlyArray<Json>): boolean =>
  messages.some((message) => {
    const { role, tool_calls } = objectOf(message)
    return role === "tool" || tool_calls !== undefined
  })

/** Running out of turns or of context is the agent's own failure. */
const stopOf = (error: string | undefined): string | undefined => {
  if (error === undefined) return undefined
  if (/max(?:imum)?[ _]turns|turn limit/i.test(error)) return "max_turns"
  return /context|token limit|too long/i.test(error) ? "max_tokens" : "error"
}

const isBroken = (error: string, messages: ReadonlyArray<Json>): boolean =>
  stopOf(error) === "error" && (messages.length === 0 || /duplication|network|connect|unavailable/i.test(error))

export const isMcpmark = ({ value }: Document): boolean =>
  isJsonObject(value) && isJsonObject(value["execution_result"]) && isJsonObject(value["token_usage"])
