/**
 * Reports with traces for the tests of the page: a small one that uses every view, and one of ten thousand runs.
 */
import {
  agent,
  atLeast,
  call,
  equals,
  exact,
  expect,
  fault,
  faults,
  hang,
  narrative,
  recovery,
  reliability,
  runs,
  stability,
  suite,
  toolSelection,
  trajectory,
  type Suite,
  type Trace
} from "passhat"
import type { ToolCall, ToolResult } from "../../../src/base/domain/trace/Trace.ts"
import { samplesOfReport } from "../../../src/features/compare/samplesOf.ts"
import type { Exchange } from "../../../src/base/domain/recording/Cassette.ts"
import type { HistoryEntry, Trends } from "../../../src/base/domain/verdict/History.ts"
import type { Report, SuiteVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { analyse } from "../../../src/engine/judge/analyse.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compareSamples } from "../../../src/language/metrics/comparison.ts"
import { trendsOf } from "../../../src/features/history/trends.ts"
import { sha256 } from "../../../src/base/std/sha256.ts"
import type { Baseline } from "../../../src/edges/report/Reporter.ts"
import { reportOf } from "../../../src/engine/judge/reportOf.ts"
import { issues } from "../../../suites/servers/issues.ts"
import { compiledOf } from "../../suites.ts"

const { close_issue, create_issue, get_issue, list_issues } = issues.tools
const prompt = "File an issue titled 'CI is flaky', then close it, because it was fixed in the meantime."
const slowList = fault("hung-list", list_issues, hang)

const tracker = agent("files and closes an issue", { model: "claude-sonnet-4-5", servers: [issues], prompt })

const busy = tracker.pipe(
  runs(12),
  faults(slowList),
  trajectory(
    "strict",
    call(list_issues),
    call(create_issue, exact({ title: "CI is flaky" })),
    call(close_issue, exact({ id: 7 }))
  ),
  narrative(),
  recovery({ from: slowList, maxDetection: "3 seconds", maxRecovery: "5 seconds" }),
  toolSelection(close_issue, {
    minSelectionRate: 0.9,
    maxTotalTokens: 2_400,
    classes: { closing: [close_issue], looking: [get_issue, list_issues], filing: [create_issue] }
  }),
  stability({ argument_consistency: atLeast(0.8) }),
  reliability({ passhat_k: atLeast(50) })
)

const calm = agent("reads an issue", {
  model: "claude-sonnet-4-5",
  servers: [issues],
  prompt: "What is issue 7?"
}).pipe(
  runs(6),
  trajectory("subsequence", call(get_issue, exact({ id: 7 }))),
  expect("stop_reason", equals("end_turn"))
)

const other = agent("counts the open issues", {
  model: "claude-haiku-4-5",
  servers: [issues],
  prompt: "How many are open?"
}).pipe(runs(4), trajectory("subsequence", call(list_issues)), expect("stop_reason", equals("end_turn")))

/** A tool, its arguments, and its outcome. */
type ToolUse = readonly [
  name: string,
  args: ToolCall["args"],
  answer?: string | undefined,
  outcome?: "error" | "timeout"
]

const made = (steps: ReadonlyArray<ToolUse>, closing: string, total: number): Trace => {
  const tool_calls = steps.map(([name, args], at): ToolCall => ({
    id: `c${at + 1}`,
    turn: at + 1,
    server: "issues",
    name,
    args
  }))
  const tool_results = steps.map(([, , answer = "ok", outcome], at): ToolResult => ({
    call_id: `c${at + 1}`,
    is_error: outcome !== undefined,
    content: [{ type: "text", text: outcome === "timeout" ? "no answer in 3000 ms" : answer }],
    timed_out: outcome === "timeout"
  }))
  const hung = steps.findIndex(([, , , outcome]) => outcome === "timeout")
  const recovered = steps.findIndex(([, , , outcome], at) => hung !== -1 && at > hung && outcome === undefined)
  return {
    tool_calls,
    tool_results,
    final_response: closing,
    stop_reason: "end_turn",
    conversation: {
      tokens: { input: total - 200, output: 200, total },
      turns: [
        { role: "user", content: prompt },
        ...steps.map(([name]) => ({ role: "assistant" as const, content: `I will use ${name} now.` })),
        { role: "assistant", content: closing }
      ]
    },
    clock: { virtual_ms: hung === -1 ? 0 : 3_000 },
    faults:
      hung === -1
        ? []
        : [
            {
              fault: slowList.name,
              call_id: `c${hung + 1}`,
              kind: "hang",
              start_ms: 0,
              detected_ms: 3_000,
              ...(recovered !== -1 && { recovered_ms: 3_000 })
            }
          ]
  }
}

const list: ToolUse = ["list_issues", {}, undefined, "timeout"]
const create: ToolUse = ["create_issue", { title: "CI is flaky" }, "issue 7 created"]
const close: ToolUse = ["close_issue", { id: 7 }, "issue 7 closed"]
const done = "I created the issue 'CI is flaky' and closed issue 7."

const ways: ReadonlyArray<Trace> = [
  made([list, create, close], done, 1_840),
  made([list, create, close], done, 1_795),
  made([list, create, ["get_issue", { id: 7 }, "open"], close], done, 2_110),
  made([list, create], done, 1_320),
  made([list, create, close], done, 1_812),
  made([list, create, ["close_issue", { id: 1 }, "There is no issue 1.", "error"], close], done, 2_240),
  made([list, create, close], "I created the issue and closed issue 8.", 1_860),
  made([list, list, list, create, close], done, 3_020),
  made([list, create, close], done, 1_788),
  made([list, ["create_issue", { title: "Flaky CI" }, "issue 7 created"], close], done, 1_835),
  made([list, create, close], done, 1_801),
  made([list, close, create], "I closed the issue, and then I created it. I also sent the report.", 1_905)
]

/** What was recorded of a run: an answer of the model before each call and after the last. */
const exchangesOf = ({ tool_calls, tool_results }: Trace): ReadonlyArray<Exchange> => {
  const asked = (at: number): Exchange => ({
    kind: "model",
    answer: { text: "", calls: [], stop_reason: "tool_use", model: "claude-sonnet-4-5-20250929" },
    latency_ms: 400 + at * 10
  })
  const rounds = tool_calls.flatMap((one, at): ReadonlyArray<Exchange> => {
    const { call_id: _, ...answer } = tool_results[at] as ToolResult
    return [asked(at), { kind: "tool", call: one, answer, latency_ms: answer.timed_out ? 3_000 : 120 }]
  })
  return [...rounds, asked(tool_calls.length)]
}

const judged = (one: Suite, traces: (cell: string, index: number) => Trace, isRecorded = false): SuiteVerdict => {
  const { definitions, plan } = compiledOf(one)
  const results = plan.cells.map((cell) => ({
    cell: cell.id,
    runs: Array.from({ length: cell.runs }, (_, at) => {
      const trace = traces(cell.agent, at)
      return { index: at + 1, trace, ...(isRecorded && { exchanges: exchangesOf(trace) }) }
    }),
    issues: []
  }))
  const observed = { plan, definitions, results, file: `suites/${one.name}.ts` }
  const { cells, ...verdict } = analyse(judge({ ...observed, traces: true }), observed)
  return {
    ...verdict,
    cells: cells.map((cell) => (isRecorded ? { ...cell, recorded_at: "2026-03-01T09:30:00.000Z" } : cell))
  }
}

/** A red cell that uses every view of the page, between green cells. */
export const everything = (taken = ways): Report =>
  reportOf(
    [
      judged(
        suite("issues", calm, busy, other),
        (name, at) => {
          if (name === "reads an issue")
            return made([["get_issue", { id: 7 }, "open"]], "Issue 7 is open.", 700 + at * 13)
          if (name === "counts the open issues")
            return made([["list_issues", {}, "7, 8"]], "Two issues are open.", 640 + at * 7)
          return taken[at % taken.length]!
        },
        true
      )
    ],
    "complete"
  )

/** Two runs of the red cell were worse in the baseline, and a cell was there that is gone. */
export const baselineOf = (now: Report): Baseline => {
  const before = everything(ways.map((trace, at) => (at < 2 ? ways[3]! : trace)))
  const suites = before.suites.map((one) => ({
    ...one,
    cells: [...one.cells, { ...one.cells[0]!, id: "issues/closes-all", name: "closes all" }]
  }))
  const report = { ...before, suites }
  return {
    name: "main.json",
    report,
    comparison: compareSamples(samplesOfReport(report), samplesOfReport(now), {
      confidence: 0.95,
      behaviour: true,
      allowed: []
    })
  }
}

/** The address of the first cell that the page of `everything` lists. */
export const FIRST = "#/issues/files-and-closes-an-issue/claude-sonnet-4-5"

/** A history of every cell of a report. The first got worse when its prompt changed; tools and gates changed before. */
export const trendsFor = ({ suites }: Report): Trends => {
  const cells = suites.flatMap(({ cells: all, suite: name }) => all.map((cell) => ({ ...cell, suite: name })))
  const worst = cells.find(({ verdict }) => verdict === "fail")?.id
  const conditions = { prompt: "p", tools: "t", model: "m", faults: "f", gates: "g" }
  return trendsOf(
    cells.flatMap(({ id, model, name, suite: of }) =>
      Array.from({ length: 30 }, (_, day): HistoryEntry => {
        const outcomes = id === worst && day >= 20 ? "ppffpffpfp" : day % 7 === 3 ? "pppppppfpp" : "pppppppppp"
        return {
          at: new Date(Date.UTC(2026, 1, 1 + day, 4)).toISOString(),
          id: sha256(`${id} ${day}`).slice(0, 32),
          row: {
            cell: `${id} ${day}`,
            verdict: outcomes.includes("f") ? "fail" : "pass",
            outcomes,
            evidence: Array.from(outcomes, (_one, run) => sha256(`${id} ${day} ${run}`).slice(0, 8)).join("")
          },
          cell: {
            cell: id,
            suite: of,
            name,
            model,
            conditions: {
              ...conditions,
              ...(day >= 6 && { tools: "t2" }),
              ...(day >= 12 && { model: "m2", tools: "t3" }),
              ...(id === worst && day >= 20 && { prompt: "p2" })
            }
          }
        }
      })
    ),
    0.99
  )
}

/** Cells of as many runs each, on two models. The last run of all says what no other says. */
export const manyCells = (count: number, each = 10): Report => {
  const agents = Array.from({ length: count / 2 }, (_, at) =>
    agent(`reads ${at}`, { models: ["claude-sonnet-4-5", "claude-haiku-4-5"], servers: [issues], prompt }).pipe(
      runs(each),
      trajectory("subsequence", call(get_issue, exact({ id: 7 })))
    )
  )
  const [first, ...rest] = agents
  let left = count * each
  return reportOf(
    [
      judged(suite("many", first!, ...rest), (_, at) =>
        made([["get_issue", { id: 7 }, `open ${at}`]], --left === 0 ? "A needle." : "It is open.", 700 + at * 13)
      )
    ],
    "complete"
  )
}

/** Ten thousand runs of one cell; one in fifty is red. */
export const tenThousand = (): Report =>
  reportOf(
    [
      judged(
        suite("large", tracker.pipe(runs(10_000), trajectory("subsequence", call(close_issue, exact({ id: 7 }))))),
        (_, at) =>
          at % 50 === 49
            ? made([create], `Run ${at}.`, 1_000 + (at % 97))
            : made([create, close], done, 1_500 + (at % 89))
      )
    ],
    "complete"
  )
