/**
 * Reports for tests: one with every kind of verdict, parts to build others, and a function that fills one with hostile text.
 */
import { issue, notice } from "../../../src/base/domain/issues.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import type {
  CellVerdict,
  Check,
  Finding,
  GateVerdict,
  Report,
  RunVerdict,
  SuiteVerdict
} from "../../../src/base/domain/verdict/Verdict.ts"
import { worst } from "../../../src/base/domain/verdict/worst.ts"
import type { Reporter, RenderOptions } from "../../../src/edges/report/Reporter.ts"

/** The whole text of a reporter. */
export const renderText = ({ render }: Reporter, value: Report, options: RenderOptions): string =>
  [...render(value, options)].join("")

export const plain: RenderOptions = { color: false, width: Infinity, verbose: false, quiet: false }

export const check = (changes: Partial<Check> = {}, ...findings: ReadonlyArray<Finding>): Check => ({
  target: "trajectory.passed",
  verdict: "pass",
  expected: "at least 1",
  actual: 1,
  advisory: false,
  evidence: { findings },
  ...changes
})

export const run = (index: number, changes: Partial<RunVerdict> = {}): RunVerdict => ({
  index,
  verdict: "pass",
  report: {},
  checks: [],
  issues: [],
  ...changes
})

export const gate = (changes: Partial<GateVerdict> = {}): GateVerdict => ({
  id: "tool_selection#1",
  gate: "tool_selection",
  scope: "cell",
  verdict: "pass",
  advisory: false,
  title: "tool-selection floor",
  summary: "selection 9/10 (90%), pass^1 90%, max tokens 1840",
  report: {},
  checks: [],
  issues: [],
  ...changes
})

export const cell = (changes: Partial<CellVerdict> = {}): CellVerdict => ({
  id: "weather/asks-for-the-weather",
  agent: "asks for the weather",
  model: "claude-sonnet-4-5",
  name: "asks for the weather",
  verdict: "pass",
  issues: [],
  runs: [run(1)],
  gates: [gate()],
  ...changes
})

export const suite = (changes: Partial<SuiteVerdict> = {}): SuiteVerdict => ({
  suite: "weather",
  file: "suites/weather.ts",
  verdict: worst((changes.cells ?? []).map(({ verdict }) => verdict)),
  issues: [],
  cells: [],
  ...changes
})

export const report = (...suites: ReadonlyArray<SuiteVerdict>): Report => ({
  format: "passhat-report",
  version: 1,
  verdict: worst(suites.map(({ verdict }) => verdict)),
  status: "complete",
  suites
})

/** A report of one suite with one cell. */
export const ofCell = (changes: Partial<CellVerdict> = {}): Report => report(suite({ cells: [cell(changes)] }))

export const trace: Trace = {
  tool_calls: [
    { id: "c1", turn: 1, server: "weather", name: "get_weather", args: { unit: "C", city: "Sacramento" } },
    { id: "c2", turn: 1, server: "weather", name: "get_forecast", args: { city: "Sacramento" } },
    { id: "c3", turn: 2, server: "weather", name: "get_forecast", args: {}, caller: { type: "code" } }
  ],
  tool_results: [
    { call_id: "c1", is_error: false, content: [{ type: "text", text: "31 degrees\nsunny" }], timed_out: false },
    { call_id: "c2", is_error: true, content: [{ type: "text", text: "no answer in 3000 ms" }], timed_out: true },
    { call_id: "c3", is_error: false, content: [], structured: { days: [31, 32] }, timed_out: false }
  ],
  final_response: "It is 31 degrees.",
  stop_reason: "end_turn",
  conversation: {
    tokens: { input: 1_500, output: 340, total: 1_840 },
    turns: [
      { role: "user", content: "What is the weather in Sacramento?" },
      { role: "assistant", content: "" },
      { role: "assistant", content: "The forecast hangs, again." },
      { role: "assistant", content: "It is 31 degrees." }
    ]
  },
  clock: { virtual_ms: 3_000 },
  faults: [{ fault: "hung-forecast", call_id: "c2", kind: "hang", start_ms: 0, detected_ms: 3_000 }],
  observations: { station: { call_id: "o1", is_error: false, content: [{ type: "image" }], timed_out: false } }
}

const command = `passhat run suites/weather.ts --filter "asks for the weather" --verbose`

const asksOnSonnet = cell({
  verdict: "fail",
  command,
  name: "asks for the weather [claude-sonnet-4-5]",
  runs: [
    run(1, { report: { "trajectory.mismatch_count": 0, "trajectory.passed": 1 }, checks: [check()], trace }),
    run(2, {
      verdict: "fail",
      checks: [
        check(
          { target: "tool_results[0].is_error", verdict: "fail", expected: "equal to false", actual: true },
          { run: 2, call_id: "c1", reason: "the server answered with an error" }
        )
      ]
    }),
    run(3, {
      checks: [
        check(
          { target: "final_response", verdict: "fail", expected: `containing "31"`, actual: "hot", advisory: true },
          { path: "final_response", expected: "31", actual: "hot", reason: "the text is not in it" }
        )
      ]
    })
  ],
  gates: [
    gate({ id: "expect#1", gate: "expect", scope: "run", title: "expect", summary: "run #2", verdict: "fail" }),
    gate(),
    gate({
      id: "stability#1",
      gate: "stability",
      title: "stability",
      summary: "weakest 0.49999, score 0.7, variance 0.02",
      verdict: "fail",
      report: { "stability.weakest_score": 0.49999, "stability.variance": 0.02 },
      checks: [
        check(
          { target: "stability.weakest_score", verdict: "fail", expected: "at least 0.5", actual: 0.49999 },
          ...[1, 2, 3, 1, 2, 3, 1].map((index, call) => ({
            run: index,
            path: `tool_calls[${call}]`,
            reason: "is a repeat"
          }))
        )
      ]
    })
  ]
})

const asksOnHaiku = cell({
  verdict: "none",
  command,
  model: "claude-haiku-4-5",
  name: "asks for the weather [claude-haiku-4-5]",
  runs: [
    run(1),
    run(2, { verdict: "none", issues: [issue("INFRASTRUCTURE", "The model answered 529 five times.", "Try later.")] })
  ],
  gates: [
    gate({
      verdict: "none",
      summary: "not judged",
      issues: [issue("INFRASTRUCTURE", "Run #2 has no trace.", "See run #2.")],
      checks: [check({ target: "tool_selection.pass_hat_k", verdict: "none", expected: "at least 0.9", actual: null })]
    }),
    gate({
      id: "judged#1",
      gate: "judged",
      title: 'judged "Is the tone friendly?"',
      summary: "passes 1, fails 1 of 2 runs",
      verdict: "fail",
      advisory: true,
      report: { "judged.failed": 1, "judged.votes": [[{ model: "judge", vote: "fail", reason: "It is rude." }]] },
      checks: [
        check(
          { target: "judged.failed", verdict: "fail", expected: "at most 0", actual: 1, advisory: true },
          { run: 2, reason: "judge says fail: It is rude." }
        )
      ]
    })
  ]
})

const plansTrip = cell({
  id: "weather/plans-a-trip",
  agent: "plans a trip",
  name: "plans a trip",
  issues: [notice("UNUSED_RECORDING", "Two recorded runs were not asked for.", "Raise runs to 5.")],
  runs: [run(1), run(2), run(3, { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 })] })],
  gates: [
    gate({
      id: "reliability#1",
      gate: "reliability",
      scope: "outcomes",
      title: "reliability",
      summary: "2 of 3 runs passed",
      report: { "reliability.decay_curve": [100, 100, 29], "reliability.passhat_k": 29 },
      checks: [check({ target: "reliability.passhat_k", expected: "at least 20", actual: 29 })]
    })
  ]
})

const stale = cell({
  verdict: "none",
  command: `passhat run suites/stale.ts --filter "asks late" --verbose`,
  name: "asks late",
  issues: [
    issue("STALE_CASSETTE", "cassettes/stale/asks-late.jsonl was recorded for another prompt.", "Record it again.")
  ],
  runs: [],
  gates: []
})

/** Every kind of verdict, issue and gate. */
export const sample: Report = report(
  suite({ cells: [asksOnSonnet, asksOnHaiku, plansTrip] }),
  suite({ suite: "stale", file: "suites/stale.ts", cells: [stale] }),
  suite({
    suite: "invalid",
    file: "suites/invalid.ts",
    issues: [
      issue("INVALID_SUITE", "The agent asks twice has runs(0).", "Ask for one run or more."),
      notice("UNUSED_RECORDING", "cassettes/invalid/old.jsonl belongs to no cell.", "Delete it.")
    ]
  })
)

/** Keys whose strings the report's schema fixes. */
const fixed = new Set(["format", "verdict", "status", "scope", "code", "role", "is", "by"])

/** Keys whose values are records, so that their keys are free text too. */
const records = new Set(["report", "args", "observations"])

/**
 * Replaces every free string and every free key of a report. A position is the path of a string without indices of lists: `suites.cells.runs.trace.tool_calls.args.*`, and `suites.cells.runs.trace.tool_calls.args.key` for the keys.
 */
export const withText = (value: Report, text: (original: string, position: string) => string): Report => {
  const replaced = (inner: unknown, key: string, position: string): unknown => {
    if (typeof inner === "string") return fixed.has(key) ? inner : text(inner, position)
    if (Array.isArray(inner)) return inner.map((item) => replaced(item, key, position))
    if (typeof inner !== "object" || inner === null) return inner
    const [start, isRecord] = [position === "" ? "" : `${position}.`, records.has(key)]
    return Object.fromEntries(
      Object.entries(inner).map(([name, item]) => [
        isRecord ? text(name, `${start}key`) : name,
        replaced(item, name, `${start}${isRecord ? "*" : name}`)
      ])
    )
  }
  return replaced(value, "", "") as Report
}

/** Every position of free text in a report, once. */
export const positions = (value: Report): ReadonlyArray<string> => {
  const found = new Set<string>()
  withText(value, (original, position) => {
    found.add(position)
    return original
  })
  return [...found]
}
