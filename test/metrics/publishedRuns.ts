/**
 * Reads published runs of other benchmarks as far as `narrative` looks at them: MCPMark, tau-bench and tau2-bench.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What a benchmark publishes is read field by field, and not checked. */
type Published = any

export interface PublishedRun {
  readonly id: string
  readonly server: string
  readonly trace: {
    readonly tool_calls: ReadonlyArray<{
      readonly id: string
      readonly server: string
      readonly name: string
      readonly args: unknown
    }>
    readonly tool_results: ReadonlyArray<unknown>
    readonly final_response: string
  }
}

/** Every tool that a run of the same server called. */
export const offeredIn = (runs: ReadonlyArray<PublishedRun>, server: string) => {
  const names = new Set(
    runs.filter((run) => run.server === server).flatMap(({ trace }) => trace.tool_calls.map(({ name }) => name))
  )
  return Array.from(names, (name) => ({ server, name }))
}

/** `<server>/run-<n>/<task>/messages.json`: items of OpenAI's Responses. */
export const mcpmarkRuns = (folder: string): ReadonlyArray<PublishedRun> =>
  foldersIn(folder).flatMap((server) =>
    foldersIn(join(folder, server)).flatMap((trial) =>
      foldersIn(join(folder, server, trial)).map((task) => {
        const items = read(join(folder, server, trial, task, "messages.json"))
        return { id: `${server}/${task}/${trial}`, server, trace: traceOfItems(server, items) }
      })
    )
  )

const traceOfItems = (server: string, items: ReadonlyArray<Published>): PublishedRun["trace"] => {
  const last = items.at(-1)
  return {
    tool_calls: items
      .filter(({ type }) => type === "function_call")
      .map((item) => ({ id: item.call_id, server, name: item.name, args: argsOf(item.arguments) })),
    tool_results: items
      .filter(({ type }) => type === "function_call_output")
      .map(({ call_id, output }) => ({
        call_id,
        is_error: isError(output),
        timed_out: false,
        content: [{ type: "text", text: String(output) }]
      })),
    final_response: last?.type === "message" ? textOf(last.content) : ""
  }
}

/** The output is the JSON of a text block, whose text may be the JSON of a whole CallToolResult. */
const isError = (output: Published): boolean => /^\{.*\\?"isError\\?":\s*true/s.test(String(output))

/** A list of conversations with `traj`: Chat messages. */
export const tauRuns = (file: string): ReadonlyArray<PublishedRun> =>
  !existsSync(file)
    ? []
    : read(file).map(({ task_id, traj, trial }: Published) => ({
        id: `airline/${task_id}/${trial}`,
        server: "airline",
        trace: traceOfChat("airline", traj)
      }))

/** `simulations` with `messages`; calls with requestor "user" are those of the simulated user. */
export const tau2Runs = (file: string, server: string): ReadonlyArray<PublishedRun> =>
  !existsSync(file)
    ? []
    : read(file).simulations.map(({ messages, task_id, trial }: Published) => ({
        id: `${server}/${task_id}/${trial}`,
        server,
        trace: traceOfChat(server, messages)
      }))

const traceOfChat = (server: string, messages: ReadonlyArray<Published>): PublishedRun["trace"] => ({
  tool_calls: messages
    .flatMap(({ role, tool_calls }) => (role === "assistant" ? (tool_calls ?? []) : []))
    .map((call: Published) => ({
      id: call.id,
      server,
      name: call.function?.name ?? call.name,
      args: argsOf(call.function?.arguments ?? call.arguments)
    })),
  tool_results: messages
    .filter(({ requestor, role }) => role === "tool" && requestor !== "user")
    .map(({ content, error, id, tool_call_id }) => ({
      call_id: tool_call_id ?? id,
      is_error: error === true || String(content).startsWith("Error"),
      timed_out: false,
      content: [{ type: "text", text: String(content) }]
    })),
  final_response:
    messages.findLast(({ content, role }) => role === "assistant" && content && !content.startsWith("###"))?.content ??
    ""
})

const foldersIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted()
    : []

const read = (file: string): Published => JSON.parse(readFileSync(file, "utf8"))

const textOf = (content: Published): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }: Published) => text).join("")

const argsOf = (args: Published): unknown => {
  if (typeof args !== "string") return args ?? {}
  const parsed = args === "" ? {} : JSON.parse(args)
  return typeof parsed === "object" && parsed !== null ? parsed : {}
}
