/**
 * Gates on results, endings, faults, words and outcomes, each with the defects that it must notice.
 */
import {
  agent,
  agentConsistency,
  agentReliability,
  always,
  atLeast,
  atMost,
  call,
  contains,
  ending,
  equals,
  exact,
  expect,
  faultMatrix,
  faults,
  hang,
  latency,
  length,
  narrative,
  noRegression,
  observe,
  orchestration,
  passRate,
  recovery,
  reliability,
  runs,
  said,
  type Trace
} from "passhat"
import {
  addCall,
  changeCall,
  changeResult,
  loseResult,
  type Defect,
  dropCall,
  fails,
  failsInAll,
  forNotNumbers,
  leavesOpen,
  set,
  type Spoil,
  spend,
  type Subject
} from "./Defect.ts"
import { BASELINE } from "./judged.ts"
import { answered, CITY, healthy, recovered, SERVER, steady, worldOf } from "./world.ts"

const { hung, tools, weather } = worldOf(SERVER)
const { get_weather } = tools
const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const stops = expect("stop_reason", equals("end_turn"))
const cheap = expect("conversation.tokens.total", atMost(1_000))
const stuck = set({ stop_reason: "max_turns" })
const observed = asks.pipe(runs(2), observe("place", call(get_weather, exact({ city: CITY }))))

const one = (gate: string, planned: string, agents: Subject["agents"], defects: Subject["defects"], run = healthy) => ({
  gate,
  planned,
  agents,
  defects,
  healthy: run
})

/** The only fault mark of a run, changed. */
const marked = (change: object) => (trace: Trace) => ({
  ...trace,
  faults: trace.faults.map((mark) => ({ ...mark, ...change }))
})

const observedAs = (change: object) => (trace: Trace) => ({
  ...trace,
  observations: { place: { ...answered("observe-place", { status: "saved" }), ...change } }
})

const within = { maxDetection: "2 seconds", maxRecovery: "3 seconds" } as const
/** `recovery` and the cells of `faultMatrix` notice the same. */
const unrecovered: Readonly<Record<string, Defect>> = {
  "no call met the fault": leavesOpen(set({ faults: [] })),
  "the mark is of another fault": leavesOpen((trace) => ({
    ...trace,
    faults: trace.faults.map((mark) => ({ ...mark, fault: "other" }))
  })),
  "it was never noticed, and never over": fails((trace) => ({
    ...trace,
    faults: trace.faults.map(({ detected_ms: _, recovered_ms: __, recovered_through: ___, ...mark }) => mark)
  })),
  "it was noticed too late": fails((trace) => marked({ detected_ms: 9_000, recovered_ms: 9_001 })(trace)),
  "it was not over": fails((trace) => ({
    ...trace,
    faults: trace.faults.map(({ recovered_ms: _, recovered_through: __, ...mark }) => mark)
  })),
  "it was over before it began": fails(marked({ recovered_ms: -1 })),
  ...forNotNumbers("the time of its end", (value) => fails(marked({ recovered_ms: value }))),
  ...forNotNumbers("the time of its start", (value) => fails(marked({ start_ms: value })))
}

export const evidenceSubjects: ReadonlyArray<Subject> = [
  one("expect", "expect", [asks.pipe(runs(2), expect("tool_calls[0].args.city", equals(CITY)))], {
    "the argument is wrong": fails(changeCall(0, (each) => ({ ...each, args: { city: "Oslo" } }))),
    "the argument is missing": fails(changeCall(0, (each) => ({ ...each, args: {} }))),
    "no call is made": fails(set({ tool_calls: [], tool_results: [] })),
    ...forNotNumbers("the argument", (value) =>
      value === null || typeof value === "string"
        ? fails(changeCall(0, (each) => ({ ...each, args: { city: value as never } })))
        : leavesOpen(changeCall(0, (each) => ({ ...each, args: { city: value as never } })))
    )
  }),
  one("expect", "expect", [asks.pipe(runs(2), expect("tool_results[*].is_error", equals([false, false])))], {
    "a call failed": fails(changeResult(0, { is_error: true })),
    "a result is missing": fails((trace) => ({ ...trace, tool_results: trace.tool_results.slice(1) })),
    "a result was not reported": leavesOpen(loseResult(1)),
    "the trace is truncated": fails(dropCall(1))
  }),
  one("expect", "expect", [asks.pipe(runs(2), expect("tool_results[1].structured.celsius", atLeast(5)))], {
    "the value is too small": fails(changeResult(1, { structured: { celsius: 4 } })),
    "the value is not in the result": fails(changeResult(1, { structured: {} })),
    "the result was not reported": leavesOpen(loseResult(1)),
    ...forNotNumbers("the value", (value) => leavesOpen(changeResult(1, { structured: { celsius: value as never } })))
  }),
  one("expect", "expect", [asks.pipe(runs(2), cheap)], {
    "the run spends too much": fails(spend(1_001)),
    "the tokens are not recorded": leavesOpen(spend(undefined)),
    "the tokens are negative": leavesOpen(spend(-1)),
    ...forNotNumbers("the token count", (value) => leavesOpen(spend(value)))
  }),
  one("expect", "expect", [asks.pipe(runs(2), expect("clock.virtual_ms", atMost(100)))], {
    "the run takes too long": fails(set({ clock: { virtual_ms: 101 } })),
    ...forNotNumbers("the time", (value) => leavesOpen(set({ clock: { virtual_ms: value as number } })))
  }),
  one("expect", "expect", [asks.pipe(runs(2), expect("tool_calls[*].turn", length(atMost(2))))], {
    "a turn is not known": leavesOpen(changeCall(0, ({ turn: _, ...each }) => each)),
    "a call is added": fails(addCall(1, "list_cities")),
    ...forNotNumbers("a turn", (value) => leavesOpen(changeCall(0, (each) => ({ ...each, turn: value as number }))))
  }),
  one("expect", "expect", [asks.pipe(runs(2), stops)], {
    "the run was cut short": fails(stuck),
    "the agent threw": fails(set({ stop_reason: "error", error: "boom" })),
    "the stop reason is empty": fails(set({ stop_reason: "" })),
    "the ending is forged with spaces": fails(set({ stop_reason: " end_turn" })),
    "the ending is forged with other letters": fails(set({ stop_reason: "еnd_turn" }))
  }),
  one("expect", "expect", [observed.pipe(expect("observations.place.structured.status", equals("saved")))], {
    "the observation is missing": leavesOpen(({ observations: _, ...trace }) => trace),
    "the observation is another": leavesOpen((trace) => ({
      ...trace,
      observations: { other: trace.observations!["place"]! }
    })),
    "the observed tool timed out": leavesOpen(observedAs({ timed_out: true })),
    "the observed tool failed": fails(observedAs({ is_error: true })),
    "the observed value is another": fails(observedAs({ structured: { status: "lost" } })),
    "the observed value is not there": fails(observedAs({ structured: {} }))
  }),
  one("ending", "ending", [asks.pipe(runs(2), ending())], {
    "there are no closing words": fails(set({ final_response: " \n\t" })),
    "the run was cut short": fails(stuck),
    "the agent threw": fails(set({ stop_reason: "error" })),
    "the last call failed": fails(changeResult(-1, { is_error: true })),
    "the last call timed out": fails(changeResult(-1, { timed_out: true })),
    "the last result is missing": leavesOpen((trace) => ({ ...trace, tool_results: trace.tool_results.slice(0, -1) })),
    "the stop reason is missing": leavesOpen(set({ stop_reason: "" }))
  }),
  one("orchestration", "orchestration", [asks.pipe(runs(2), orchestration())], {
    "the last call failed": fails(changeResult(-1, { is_error: true })),
    "the last call timed out": fails(changeResult(-1, { timed_out: true })),
    "the last result is missing": leavesOpen((trace) => ({ ...trace, tool_results: trace.tool_results.slice(0, -1) }))
  }),
  one(
    "recovery",
    "recovery",
    [asks.pipe(runs(2), faults(hung), recovery({ from: hung, ...within, through: "same tool" }))],
    {
      ...unrecovered,
      "it recovered through another tool": fails((trace) =>
        marked({ recovered_through: [{ server: SERVER, name: "get_forecast", ms: 3_000 }] })(trace)
      ),
      "it is not known through which tool": leavesOpen((trace) => ({
        ...trace,
        faults: trace.faults.map(({ recovered_through: _, ...mark }) => mark)
      })),
      ...forNotNumbers("the time of its detection", (value) =>
        fails((trace) =>
          marked({
            detected_ms: value,
            recovered_ms: 2_900,
            recovered_through: [{ server: SERVER, name: "get_weather", ms: 2_900 }]
          })(trace)
        )
      )
    },
    recovered
  ),
  one(
    "faultMatrix",
    "recovery",
    faultMatrix(asks.pipe(runs(2)), [hang], [get_weather], within).map(
      (cell) => cell as unknown as Subject["agents"][number]
    ),
    unrecovered,
    (dice) => ({
      ...recovered(dice),
      faults: recovered(dice).faults.map((mark) => ({ ...mark, fault: `hang ${SERVER}.get_weather` }))
    })
  ),
  one(
    "narrative",
    "narrative",
    [asks.pipe(runs(2), narrative({ claimed_but_absent: atMost(0), claimed_but_failed: atMost(0) }))],
    {
      "an action is claimed that no call did": fails(set({ final_response: "I deleted the city of Rome." })),
      "a failed call is presented as success": fails((trace, dice) => ({
        ...addCall(2, "delete_city", { city: CITY }, { is_error: true })(trace, dice),
        final_response: "I deleted the city of Rome."
      })),
      "a call that timed out is presented as success": fails((trace, dice) => ({
        ...addCall(2, "delete_city", { city: CITY }, { is_error: true, timed_out: true })(trace, dice),
        final_response: "I deleted the city of Rome."
      }))
    }
  ),
  one(
    "said",
    "said",
    [asks.pipe(runs(2), said(contains("warm"), { decides: true }))],
    {
      "the word is missing": fails(set({ final_response: "It is cold." })),
      "nothing is said": fails(set({ final_response: "" })),
      "the answer is no text": leavesOpen(set({ final_response: Number.NaN as never })),
      "the answer is not recorded": leavesOpen(({ final_response: _, ...trace }) => trace as Trace)
    },
    (dice) => ({ ...healthy(dice), final_response: "It is warm." })
  ),
  one("always", "expect", [asks.pipe(runs(14), ending(), always(cheap), passRate({ atLeast: 0.5 }))], {
    "one run of many spends too much": fails(spend(1_001)),
    "the tokens of one run are not recorded": leavesOpen(spend(undefined)),
    "the tokens of one run are NaN": leavesOpen(spend(Number.NaN))
  }),
  one("passRate", "pass_rate", [asks.pipe(runs(14), stops, passRate({ atLeast: 0.8 }))], {
    "every run fails": failsInAll(stuck),
    "one run fails, so that the rate is not shown": leavesOpen(stuck)
  }),
  one("passRate", "pass_rate", [asks.pipe(runs(14), cheap, passRate({ atLeast: 0.8 }))], {
    "one run has no outcome": leavesOpen(spend(undefined)),
    "one run spends NaN": leavesOpen(spend(Number.NaN))
  }),
  one("reliability", "reliability", [asks.pipe(runs(4), stops, cheap, reliability({ passhat_k: atLeast(100) }))], {
    "one run fails": fails(stuck),
    "every run fails": failsInAll(stuck),
    "one run has no outcome": leavesOpen(spend(undefined))
  }),
  one(
    "noRegression",
    "no_regression",
    [asks.pipe(runs(8), stops, noRegression({ baseline: BASELINE, behaviour: false }))],
    {
      "every run ends otherwise": failsInAll(stuck),
      "every stop reason is unknown": failsInAll(set({ stop_reason: "" }))
    }
  ),
  one(
    "agentReliability",
    "agent_reliability",
    [asks.pipe(runs(2), agentReliability(undefined, { floors: { loop_detection: 0.9, coherence: 0.5 } }))],
    {
      "a call is repeated": fails((trace, dice) =>
        [1, 1, 1].reduce((now) => addCall(1, "get_weather", { city: CITY })(now, dice), trace)
      ),
      "an action is claimed that no call did": fails(
        set({ final_response: "I deleted the city of Rome and created the city of Oslo." })
      ),
      "no call is made": fails(set({ tool_calls: [], tool_results: [] }))
    },
    steady
  ),
  one(
    "agentReliability",
    "agent_reliability",
    [
      asks.pipe(
        runs(2),
        agentReliability(undefined, {
          signals: ({ conversation }) => ({
            confidence: (conversation.tokens?.total ?? 0) < 1_000 ? 1 : (conversation.tokens?.total ?? 0) / 1e9
          })
        })
      )
    ],
    {
      "the signal is low": fails(spend(1_000)),
      "the signal is too high": leavesOpen(spend(2e9)),
      "the signal is infinite": leavesOpen(spend(Number.POSITIVE_INFINITY)),
      "the signal is NaN": leavesOpen(spend(Number.NaN))
    }
  ),
  one(
    "agentConsistency",
    "agent_consistency",
    [asks.pipe(runs(2), agentConsistency({ score: atLeast(0.9) }, { floors: { confidence: 0.9 } }))],
    {
      "calls are repeated": fails((trace, dice) =>
        [1, 1, 1].reduce((now) => addCall(1, "get_weather", { city: CITY })(now, dice), trace)
      ),
      "the run spends much for little": fails(spend(60_000)),
      "the tokens are not recorded": leavesOpen(spend(undefined)),
      ...forNotNumbers("the token count", (value) => leavesOpen(spend(value)))
    },
    steady
  ),
  one(
    "latency",
    "latency",
    [asks.pipe(runs(4), latency({ p95: "8 seconds" }))],
    {
      "a run is slow": fails(took(8_001)),
      "the time is not recorded": leavesOpen(took(undefined)),
      ...forNotNumbers("the time", (value) => leavesOpen(took(value)))
    },
    (dice) => timed(healthy(dice), 1 + dice(8_000))
  )
]

const timed = (trace: Trace, recorded_ms: unknown): Trace => {
  const { recorded_ms: _, ...clock } = trace.clock
  return { ...trace, clock: recorded_ms === undefined ? clock : { ...clock, recorded_ms: recorded_ms as number } }
}

function took(recorded_ms: unknown): Spoil {
  return (trace) => timed(trace, recorded_ms)
}
