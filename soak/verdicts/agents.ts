/**
 * Agents with many gates, for the relations: one whose gates read no word of the model, one whose gates do, and one whose gates
 * leave other calls out of account.
 */
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  all,
  always,
  atLeast,
  atMost,
  call,
  contains,
  ending,
  equals,
  exact,
  expect,
  faults,
  goldenPath,
  length,
  narrative,
  never,
  not,
  passRate,
  recovery,
  regex,
  reliability,
  runs,
  said,
  schema,
  stability,
  subset,
  toolSelection,
  trajectory,
  trajectoryAxes
} from "passhat"
import type { World } from "./world.ts"

/** Of every cell of a relation. */
export const RUNS = 3

const asking = (name: string, { weather }: World) =>
  agent(name, { model: "claude-m", servers: [weather], prompt: "p" }).pipe(runs(RUNS))

/** Looks at calls, arguments, results, status, tokens and times, and at no word of the model but in an advisory gate. */
export const blind = (world: World): Agent<never> => {
  const { delete_city, get_forecast, get_weather } = world.tools
  return asking("blind", world).pipe(
    faults(world.hung),
    recovery({ from: world.hung, maxDetection: "1 second", accept: "clean stop" }),
    recovery({ from: world.hung, maxDetection: "2 seconds", through: "same tool" }),
    all(
      expect("tool_calls[*].name", contains("get_weather")),
      expect("tool_calls[0].args.city", equals("Rome")),
      expect("tool_calls[0].args", schema({ required: ["city"], properties: { city: { minLength: 1 } } })),
      expect("tool_calls", length(atMost(3))),
      expect("tool_results[0].is_error", equals(false)),
      expect("tool_results[*].structured", not(contains({ celsius: 0 }))),
      expect("tool_results[0].structured.celsius", not(atMost(0))),
      expect("conversation.tokens.total", atMost(2_500))
    ),
    toolSelection(
      get_weather,
      { minSelectionRate: 0.5, maxTotalTokens: 4_000, k: 2, classes: { now: [get_weather], ahead: [get_forecast] } },
      { pass_hat_k: atLeast(1), f1: atLeast(0.5) }
    ),
    trajectory("strict", call(get_weather), call(get_forecast)),
    trajectory("subsequence", call(get_weather, subset({ city: "Rome" }))),
    trajectory("subset", call(get_weather), call(get_weather), call(get_forecast)),
    trajectory(
      { mode: "sameMultiset", withinTurn: "free" },
      call(get_weather, exact({ city: "Rome" })),
      call(get_forecast)
    ),
    trajectoryAxes({
      dependencies: [{ producer: get_weather, consumer: get_forecast }],
      order: [{ first: get_weather, second: get_forecast }]
    }),
    goldenPath([get_weather, get_forecast]),
    never(delete_city),
    always(expect("stop_reason", equals("end_turn"))),
    said(regex("weather")),
    reliability({ passhat_k: atLeast(25), unbiased_pass_at_2: atLeast(1) }),
    passRate({ atLeast: 0.2, confidence: 0.5 }),
    agentReliability(undefined, { signals: ({ tool_calls }) => ({ confidence: tool_calls.length > 1 ? 1 : 0.3 }) }),
    agentConsistency(undefined, { signals: ({ tool_calls }) => ({ confidence: tool_calls.length > 1 ? 1 : 0.6 }) }),
    stability({
      tool_sequence_similarity: atLeast(0.5),
      argument_consistency: atLeast(0.5),
      early_divergence: atMost(0)
    })
  )
}

/** Without the share of calls that use another tool: of two calls it says nothing. */
const dimensions = ["response_consistency", "redundancy", "cost_per_progress"] as const

/** The gates that read words. */
export const reading = (world: World): Agent<never> =>
  asking("reading", world).pipe(
    ending(),
    narrative(undefined, { maxDivergenceScore: 0.6 }),
    said(regex("weather")),
    said(length(atMost(500)), { decides: true }),
    stability(undefined, { dimensions }),
    agentReliability(undefined, { dimensions }),
    agentConsistency(undefined, { dimensions })
  )

/** Calls of `list_cities` are nothing to its gates. */
export const tolerant = (world: World): Agent<never> => {
  const { delete_city, get_forecast, get_weather } = world.tools
  return asking("tolerant", world).pipe(
    faults(world.hung),
    recovery({ from: world.hung, maxDetection: "1 second" }),
    expect("tool_calls[*].name", contains("get_weather")),
    toolSelection(get_weather, { minSelectionRate: 0.5, maxTotalTokens: 4_000 }),
    trajectory("superset", call(get_weather), call(get_forecast)),
    trajectory("subsequence", call(get_weather, subset({ city: "Rome" })), call(get_forecast)),
    trajectory("unordered", call(get_weather)),
    trajectoryAxes({ order: [{ first: get_weather, second: get_forecast }] }),
    never(delete_city),
    never(call(get_weather, subset({ city: "Oslo" }))),
    narrative({ claimed_but_absent: atMost(0), claimed_but_failed: atMost(0) })
  )
}
