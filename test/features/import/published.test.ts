/**
 * Published runs through `passhat import` and a suite: the figures that their makers published, counted again here from their files.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { documentsOf } from "../../../bench/workload/importedRuns.ts"
import { fitting, type FormatName, formats } from "../../../src/features/import/formats/formats.ts"
import type { Document, ImportedRun } from "../../../src/edges/telemetry/Item.ts"
import { html } from "../../../src/features/html/html.ts"
import { plain, renderText } from "../../edges/report/sample.ts"
import { emptyProject, passhatOn } from "../../app/project.ts"

const data = join(import.meta.dirname, "../../../../shared/data")
const isHere = existsSync(data)
if (!isHere) console.warn(`there are no published runs in ${data}, so that their figures are not checked`)
const json = (path: string) => JSON.parse(readFileSync(join(data, path), "utf8"))

const user = emptyProject({ "package.json": `{ "type": "module" }\n` })
afterAll(() => user[Symbol.dispose]())

/** Imports with the command, and gives the figures of `reliability` of each cell of the suite. */
const judged = (suite: string, path: string, runs: number, ...flags: ReadonlyArray<string>) => {
  const imported = passhatOn("bun", ["import", join(data, path), "--suite", suite, ...flags], { cwd: user.folder })
  assert.equal(imported.code, 0, imported.stderr)
  const floors = [1, 2, 3, 4].map((k) => `unbiased_pass_hat_${k}: atLeast(0.01), unbiased_pass_at_${k}: atLeast(0.01)`)
  user.edit(`suites/${suite}.ts`, (text) =>
    text
      .replace("import { agent,", "import { agent, atLeast,")
      .replaceAll("reliability()", `reliability({ ${floors.join(", ")} })`)
  )
  passhatOn("bun", ["run", `suites/${suite}.ts`, "--reporter", "json=report.json", "--with-traces"], {
    cwd: user.folder
  })
  const { cells } = JSON.parse(user.read("report.json")).suites[0]
  assert.equal(cells.flatMap((cell: any) => cell.runs).length, runs)
  return { stdout: imported.stdout, cells }
}

const figure = (cells: ReadonlyArray<any>, target: string): number => {
  const values = cells.map((cell) => {
    const { actual } = cell.gates
      .flatMap((gate: any) => gate.checks)
      .find((check: any) => check.target === `reliability.${target}`)
    return typeof actual === "number" ? actual : NaN
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe.skipIf(!isHere)("tau-bench", () => {
  test("pass^1 to pass^4 and pass@4 are those that its authors published", () => {
    const { cells } = judged("airline", "tau-bench/gpt-4o-airline.json", 200)
    assert.equal(cells.length, 50)
    const hat = [1, 2, 3, 4].map((k) => Number(figure(cells, `unbiased_pass_hat_${k}`).toFixed(4)))
    assert.deepEqual(hat, [0.42, 0.2733, 0.22, 0.2])
    assert.equal(Number(figure(cells, "unbiased_pass_at_4").toFixed(4)), 0.72)
  }, 300_000)
})

describe.skipIf(!isHere)("mcpmark", () => {
  test("pass@1, pass@4, pass^4, tokens and turns are the published ones, and every run is in", () => {
    const { cells, stdout } = judged("mcpmark", "mcpmark", 196, "--count-broken")
    assert.match(stdout, /Imported 196 runs of 49 agents .*\n.*\n.*\nLeft out: no run\.\n/)
    const page = renderText(html, JSON.parse(user.read("report.json")), plain)
    assert.ok(page.length < 4_000_000, `the page of its runs has ${page.length} bytes`)
    assert.match(stdout, /3 runs ended by a broken environment: counted as failures\./)
    for (const [server, published] of Object.entries<any>(json("mcpmark/published.json"))) {
      const own = cells.filter((cell: any) => cell.agent.startsWith(`${server}: `))
      const traces = own.flatMap((cell: any) => cell.runs.map(({ trace }: any) => trace))
      const sum = (of: (trace: any) => number) => traces.reduce((total: number, trace: any) => total + of(trace), 0)
      assert.deepEqual(
        {
          total_tasks: own.length,
          total_input_tokens: sum(({ conversation }) => conversation.tokens?.input ?? 0),
          total_output_tokens: sum(({ conversation }) => conversation.tokens?.output ?? 0),
          total_turns: sum(
            ({ conversation }) => conversation.turns.filter(({ role }: any) => role === "assistant").length
          ),
          "pass@1": Number(figure(own, "unbiased_pass_at_1").toFixed(4)),
          "pass@4": Number(figure(own, "unbiased_pass_at_4").toFixed(4)),
          "pass^4": Number(figure(own, "unbiased_pass_hat_4").toFixed(4))
        },
        {
          total_tasks: published.total_tasks,
          total_input_tokens: published.total_input_tokens,
          total_output_tokens: published.total_output_tokens,
          total_turns: published.total_turns,
          "pass@1": published["pass@1"].avg,
          "pass@4": published["pass@4"],
          "pass^4": published["pass^4"]
        }
      )
    }
  }, 300_000)
})

const readRuns = (format: FormatName, path: string): ReadonlyArray<ImportedRun> =>
  [...formats[format].read(documentsOf(join(data, path)), { inferErrors: false })].filter((item) => item.kind === "run")

const counts = (runs: ReadonlyArray<ImportedRun>) => {
  const sum = (of: (run: ImportedRun) => number) => runs.reduce((total, run) => total + of(run), 0)
  return {
    runs: runs.length,
    calls: sum(({ trace }) => trace.tool_calls.length),
    results: sum(({ trace }) => trace.tool_results.length),
    errors: sum(({ trace }) => trace.tool_results.filter(({ is_error }) => is_error).length),
    tokens: sum(({ trace }) => trace.conversation.tokens?.total ?? 0),
    passed: sum(({ outcome }) => Number(outcome?.passed === true))
  }
}

describe.skipIf(!isHere)("recognized without a flag", () => {
  test.each<[string, FormatName]>([
    ["tau2/gpt-4.1-retail.json", "tau2"],
    ["tau2/gpt-4.1-telecom.json", "tau2"],
    ["tau-bench/gpt-4o-airline.json", "tau-bench"],
    ["otel/helm-jaeger.json", "jaeger"],
    ["otel/tempo-otlp.json", "otlp"]
  ])("%s is %s", (path, format) => {
    const sample: Array<Document> = []
    for (const document of documentsOf(join(data, path))) if (sample.push(document) === 64) break
    assert.deepEqual(fitting(sample), [format])
  })

  test("tau2 is imported by the command, and the calls of its user are counted", () => {
    const path = join(data, "tau2/gpt-4.1-telecom.json")
    const { code, stdout } = passhatOn("bun", ["import", path, "--suite", "telecom"], { cwd: user.folder })
    const messages = json("tau2/gpt-4.1-telecom.json").simulations.flatMap((one: any) => one.messages)
    const users = messages.filter(({ role }: any) => role === "user").flatMap(({ tool_calls }: any) => tool_calls ?? [])
    assert.equal(code, 0)
    assert.match(stdout, /^Imported 40 runs of 40 agents from 1 file of the format tau2\./)
    assert.match(stdout, new RegExp(` ${users.length} × calls of the simulated user: `))
  })
})

/** Whether a result of MCPMark is flagged: a CallToolResult, or texts of JSON around one. */
const isFlagged = (value: any): boolean => {
  if (typeof value === "string") {
    if (!value.includes("isError")) return false
    try {
      return isFlagged(JSON.parse(value))
    } catch {
      return false
    }
  }
  if (Array.isArray(value)) return value.length === 1 && isFlagged(value[0])
  return value?.isError === true || (value?.type === "text" && isFlagged(value.text))
}

describe.skipIf(!isHere)("counted in the files", () => {
  test("tau-bench: runs, calls, results and passes; it flags no error and has no tokens", () => {
    const runs: ReadonlyArray<any> = json("tau-bench/gpt-4o-airline.json")
    const messages = runs.flatMap(({ traj }) => traj)
    assert.deepEqual(counts(readRuns("tau-bench", "tau-bench/gpt-4o-airline.json")), {
      runs: runs.length,
      calls: messages.flatMap(({ tool_calls }) => tool_calls ?? []).length,
      results: messages.filter(({ role }) => role === "tool").length,
      errors: 0,
      tokens: 0,
      passed: runs.filter(({ reward }) => reward === 1).length
    })
  })

  test("MCPMark: runs, calls, results, errors, tokens and passes", () => {
    const folder = join(data, "mcpmark")
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    const read = (name: string): ReadonlyArray<any> =>
      paths.filter((path) => new RegExp(`run-\\d+/[^/]+/${name}$`).test(path)).map((path) => json(`mcpmark/${path}`))
    const metas = read("meta.json")
    const items = read("messages.json").flat()
    const outputs = items.filter(({ type }) => type === "function_call_output").map(({ output }) => output)
    assert.deepEqual(counts(readRuns("mcpmark", "mcpmark")), {
      runs: metas.length,
      calls: items.filter(({ type }) => type === "function_call").length,
      results: outputs.length,
      errors: outputs.filter(isFlagged).length,
      tokens: metas.reduce(
        (sum, { token_usage: { input_tokens, output_tokens } }) => sum + (input_tokens ?? 0) + (output_tokens ?? 0),
        0
      ),
      passed: metas.filter(({ execution_result }) => execution_result.success === true).length
    })
  })

  test.each<[FormatName, (id: string, call: any) => any]>([
    [
      "openai-chat",
      (id, { args, name }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } })
    ],
    ["openai-chat", (id, { args, name }) => ({ id, name, args })],
    ["langchain", (id, { args, name }) => ({ id, name, args, type: "tool_call" })]
  ])("agentevals: its calls as messages of %s are its calls", (format, write) => {
    const { cases } = json("agentevals/cases.json") as { cases: ReadonlyArray<any> }
    const [human, ai] =
      format === "langchain" ? [{ type: "human" }, { type: "ai" }] : [{ role: "user" }, { role: "assistant" }]
    const documents = cases.map(({ outputs }, at): Document => ({
      file: "cases.json",
      pointer: `#/${at}`,
      value: {
        messages: [
          { ...human, content: "Go" },
          { ...ai, content: "", tool_calls: outputs.map((call: any, number: number) => write(`c${number}`, call)) }
        ]
      }
    }))
    const runs = [...formats[format].read(documents, { inferErrors: false })].filter((item) => item.kind === "run")
    assert.deepEqual(
      runs.map(({ trace }) => trace.tool_calls.map(({ args, name }) => ({ name, args }))),
      cases.map(({ outputs }) => outputs)
    )
  })

  test.each(["retail", "telecom"])("tau2, %s: runs, calls, errors, tokens and passes", (domain) => {
    const path = `tau2/gpt-4.1-${domain}.json`
    const { simulations } = json(path)
    const messages = simulations.flatMap((one: any) => one.messages)
    const ofAgent = messages.filter(({ role }: any) => role === "assistant")
    const results = messages.filter(({ requestor, role }: any) => role === "tool" && requestor === "assistant")
    assert.deepEqual(counts(readRuns("tau2", path)), {
      runs: simulations.length,
      calls: ofAgent.flatMap(({ tool_calls }: any) => tool_calls ?? []).length,
      results: results.length,
      errors: results.filter(({ error }: any) => error).length,
      tokens: ofAgent.reduce(
        (sum: number, { usage }: any) => sum + (usage === null ? 0 : usage.prompt_tokens + usage.completion_tokens),
        0
      ),
      passed: simulations.filter(({ reward_info }: any) => reward_info.reward === 1).length
    })
  })

  test("Jaeger: the spans of the provider's client have the calls and the tokens", () => {
    const spans = json("otel/helm-jaeger.json").data.flatMap((trace: any) => trace.spans)
    const tag = (span: any, key: string) => span.tags.find((one: any) => one.key === key)?.value
    const chats = spans.filter((span: any) => span.operationName === "openai.chat")
    assert.ok(chats.length > 1)
    assert.deepEqual(counts(readRuns("jaeger", "otel/helm-jaeger.json")), {
      runs: 1,
      calls: chats.flatMap((span: any) =>
        span.tags.filter(({ key }: any) => /^gen_ai\.completion\.0\.tool_calls\.\d+\.id$/.test(key))
      ).length,
      results: spans.filter((span: any) => span.operationName.startsWith("execute_tool ")).length,
      errors: 0,
      tokens: chats.reduce((sum: number, span: any) => sum + tag(span, "llm.usage.total_tokens"), 0),
      passed: 0
    })
  })

  test("OTLP of Tempo: the same of its batches", () => {
    const spans = json("otel/tempo-otlp.json").batches.flatMap((batch: any) =>
      (batch.scopeSpans ?? batch.instrumentationLibrarySpans).flatMap((scope: any) => scope.spans)
    )
    const chats = spans.filter(({ name }: any) => name === "openai.chat")
    const total = (span: any) =>
      Number(span.attributes.find(({ key }: any) => key === "llm.usage.total_tokens").value.intValue)
    assert.ok(chats.length > 1)
    assert.deepEqual(counts(readRuns("otlp", "otel/tempo-otlp.json")), {
      runs: 1,
      calls: chats.flatMap(({ attributes }: any) =>
        attributes.filter(({ key }: any) => /^gen_ai\.completion\.0\.tool_calls\.\d+\.id$/.test(key))
      ).length,
      results: spans.filter(({ name }: any) => name.startsWith("execute_tool ")).length,
      errors: 0,
      tokens: chats.reduce((sum: number, span: any) => sum + total(span), 0),
      passed: 0
    })
  })

  test.each<[FormatName, string]>([
    ["openai-chat", "openai-chat-parallel-json"],
    ["openai-responses", "openai-parallel-tools"],
    ["openai-responses", "openai-responses-thinking-tools"],
    ["openai-responses", "openai-responses-mcp"],
    ["anthropic", "anthropic-multi-turn"],
    ["anthropic", "anthropic-parallel-tools-caller-direct"],
    ["anthropic", "anthropic-multi-tools-one-response"],
    ["anthropic", "anthropic-tool-with-thinking"],
    ["anthropic", "anthropic-tool-search"],
    ["anthropic", "anthropic-mcp-connector"],
    ["anthropic", "anthropic-programmatic-tool-use"],
    ["openai-chat", "openai-chat-parallel-stream"],
    ["openai-responses", "openai-multi-turn-stream"],
    ["openai-responses", "openai-responses-agent-loop-stream"],
    ["anthropic", "anthropic-agent-loop-stream"],
    ["anthropic", "anthropic-llm-tool-stream"],
    ["anthropic", "anthropic-mcp-connector-stream"],
    ["anthropic", "anthropic-multi-turn-stream"],
    ["anthropic", "anthropic-thinking-stream"]
  ])("%s, the exchanges of %s: calls, words and tokens are those of an independent parse", (format, name) => {
    const { interactions } = json(`wire/${name}.json`)
    const expected = interactions.map((one: any) => one.expected)
    const [run, ...others] = readRuns(format, `wire/${name}.json`)
    assert.deepEqual(others, [])
    const ids = expected.flatMap(({ tool_calls }: any) => tool_calls.map(({ id, name: tool }: any) => [id, tool]))
    assert.deepEqual(new Set(run?.trace.tool_calls.map((call) => call.name)), new Set(ids.map(([, tool]: any) => tool)))
    assert.equal(run?.trace.tool_calls.length, ids.length)
    assert.equal(run?.trace.final_response, expected.at(-1).text.trim())
    const tokens = expected.reduce((sum: number, { usage }: any) => {
      const input =
        (usage.input_tokens ?? usage.prompt_tokens) +
        (usage.cache_creation_input_tokens ?? 0) +
        (usage.cache_read_input_tokens ?? 0)
      return sum + input + (usage.output_tokens ?? usage.completion_tokens)
    }, 0)
    assert.equal(run?.trace.conversation.tokens?.total, tokens)
  })
})
