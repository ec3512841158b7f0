/**
 * Reads MCPMark's published runs, `<server>/run-<n>/<task>/{messages,meta}.json`, as recorded runs of a driver.
 *
 * The messages are items of OpenAI's Responses, and the output of a call is a text block whose text may be a whole
 * CallToolResult as JSON.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { RecordedRun, ToolAnswer } from "../../../src/domain/Cassette.ts"
import type { Trace } from "../../../src/domain/Trace.ts"
import { isArray, isJsonObject, type Json, type JsonObject } from "../../../src/std/Json.ts"
import { tryCatch } from "../../../src/std/tryCatch.ts"

export interface PublishedTask {
  readonly name: string
  readonly server: string
  readonly prompt: string
  readonly runs: ReadonlyArray<RecordedRun>
}

/** Tasks of which every run has messages; one with a run that never began has no verdict, whatever the gates. */
export const readMcpmark = (folder: string): ReadonlyArray<PublishedTask> =>
  foldersIn(folder).flatMap((server) => {
    const trials = foldersIn(join(folder, server))
    return foldersIn(join(folder, server, trials[0] ?? "")).flatMap((name): ReadonlyArray<PublishedTask> => {
      const published = trials.map((trial) => readRun(join(folder, server, trial, name)))
      if (published.some(({ items }) => items.length === 0)) return []
      const runs = published.map((run, at) => recordedRun(at + 1, server, run))
      return [{ name, server, prompt: textOf(published[0]!.items[0]!.content), runs }]
    })
  })

interface Item {
  readonly type?: string
  readonly role?: string
  readonly content?: Json
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly output?: string
}

interface PublishedRun {
  readonly items: ReadonlyArray<Item>
  readonly meta: {
    readonly execution_result: { readonly success: boolean }
    readonly token_usage: {
      readonly input_tokens: number
      readonly output_tokens: number
      readonly total_tokens: number
    }
  }
}

const foldersIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted()
    : []

const readRun = (folder: string): PublishedRun => ({
  items: JSON.parse(readFileSync(join(folder, "messages.json"), "utf8")),
  meta: JSON.parse(readFileSync(join(folder, "meta.json"), "utf8"))
})

const recordedRun = (index: number, server: string, { items, meta }: PublishedRun): RecordedRun => ({
  index,
  outcome: { status: "completed" },
  exchanges: [],
  trace: traceOf(server, items, meta.token_usage),
  observations: {
    verdict: { is_error: false, content: [], structured: { success: meta.execution_result.success }, timed_out: false }
  }
})

const traceOf = (server: string, items: ReadonlyArray<Item>, usage: PublishedRun["meta"]["token_usage"]): Trace => {
  const tool_calls: Array<Trace["tool_calls"][number]> = []
  const tool_results: Array<Trace["tool_results"][number]> = []
  const turns: Array<Trace["conversation"]["turns"][number]> = []
  let turn = 0
  items.forEach(({ arguments: args, call_id = "", content, name = "", output = "", role, type }, at) => {
    if (role === "user") turns.push({ role, content: textOf(content) })
    const isAnswer = type === "message" || (type === "function_call" && beginsAnswer(items[at - 1]))
    if (isAnswer) {
      turn++
      turns.push({ role: "assistant", content: textOf(content) })
    }
    if (type === "function_call") tool_calls.push({ id: call_id, turn, server, name, args: argsOf(args) })
    if (type === "function_call_output") tool_results.push({ call_id, ...answerOf(output) })
  })
  const last = items.at(-1)
  const ended = last?.type === "message"
  return {
    tool_calls,
    tool_results,
    final_response: ended ? textOf(last.content) : "",
    stop_reason: ended ? "end_turn" : "tool_use",
    conversation: {
      tokens: { input: usage.input_tokens, output: usage.output_tokens, total: usage.total_tokens },
      turns
    },
    clock: { virtual_ms: 0, kind: "wall" },
    faults: []
  }
}

/** Whether a call after this item is the start of an answer without words. */
const beginsAnswer = (before: Item | undefined): boolean =>
  before?.role === "user" || before?.type === "function_call_output"

const textOf = (content: Json | undefined): string =>
  typeof content === "string"
    ? content
    : isArray(content)
      ? content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join("")
      : ""

const argsOf = (text: string | undefined): JsonObject => {
  const args = text === undefined || text === "" ? {} : parsed(text)
  return isJsonObject(args) ? args : { INVALID_JSON: text ?? "" }
}

const answerOf = (output: string): ToolAnswer => {
  const block = parsed(output)
  const inner = isJsonObject(block) && typeof block.text === "string" ? parsed(block.text) : undefined
  const whole = [inner, block].find((one) => isJsonObject(one) && isArray(one.content))
  return isJsonObject(whole) && isArray(whole.content)
    ? { is_error: whole.isError === true, content: whole.content, timed_out: false }
    : { is_error: false, content: [isJsonObject(block) ? block : { type: "text", text: output }], timed_out: false }
}

const parsed = (text: string): Json | undefined => tryCatch((): Json => JSON.parse(text))
