/**
 * Gates on the calls of a run, each with the defects that it must notice.
 */
import {
  agent,
  atLeast,
  call,
  during,
  exact,
  goldenPath,
  never,
  runs,
  schema,
  stability,
  subset,
  toolSelection,
  trajectory,
  trajectoryAxes,
  turns
} from "passhat"
import {
  addCall,
  changeCall,
  changeResult,
  dropCall,
  fails,
  forNotNumbers,
  leavesOpen,
  reorder,
  spend,
  type Subject,
  withArgs
} from "./Defect.ts"
import { CITY, endsBefore, healthy, steady, SERVER, talked, worldOf } from "./world.ts"

const { tools, weather } = worldOf(SERVER)
const { delete_city, get_forecast, get_weather } = tools
const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const path = [call(get_weather, exact({ city: CITY })), call(get_forecast, exact({ city: CITY, days: 2 }))] as const

const elsewhere = { server: "other" }
const renamed = { name: "get_forecast" }

export const callSubjects: ReadonlyArray<Subject> = [
  {
    gate: "toolSelection",
    planned: "tool_selection",
    agents: [
      asks.pipe(
        runs(4),
        toolSelection(
          get_weather,
          { minSelectionRate: 1, maxTotalTokens: 1_000, k: 2, classes: { ahead: [get_forecast], now: [get_weather] } },
          { pass_hat_k: atLeast(1), f1: atLeast(0.6) }
        )
      )
    ],
    healthy,
    defects: {
      "the call is dropped": fails(dropCall(0)),
      "no call is made": fails((trace) => ({ ...trace, tool_calls: [], tool_results: [] })),
      "another tool is called": fails(changeCall(0, (one) => ({ ...one, ...renamed }))),
      "the tool of another server is called": fails(changeCall(0, (one) => ({ ...one, ...elsewhere }))),
      "the name is spelt otherwise": fails(changeCall(0, (one) => ({ ...one, name: "Get_weather" }))),
      "the run spends too much": fails(spend(1_001)),
      "the tokens are not recorded": leavesOpen(spend(undefined)),
      "the tokens are negative": leavesOpen(spend(-1)),
      ...forNotNumbers("the token count", (value) => leavesOpen(spend(value)))
    }
  },
  {
    gate: "stability",
    planned: "stability",
    agents: [
      asks.pipe(
        runs(4),
        stability({
          weakest_score: atLeast(0.5),
          argument_consistency: atLeast(1),
          tool_sequence_similarity: atLeast(1)
        })
      )
    ],
    healthy: steady,
    defects: {
      "a call is dropped": fails(dropCall(1)),
      "another tool comes first": fails(changeCall(0, (one) => ({ ...one, ...renamed }))),
      "an argument is another": fails(changeCall(1, withArgs({ city: "Bonn" }))),
      "a call is repeated": fails(addCall(1, "get_weather", { city: CITY })),
      "the run spends much for little": fails(spend(60_000)),
      "an answer is far longer": fails((trace) => ({
        ...trace,
        conversation: {
          ...trace.conversation,
          turns: [...trace.conversation.turns, { role: "assistant", content: "words ".repeat(500) }]
        }
      })),
      "the tokens are not recorded": leavesOpen(spend(undefined)),
      ...forNotNumbers("the token count", (value) => leavesOpen(spend(value)))
    }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory("strict", ...path))],
    healthy,
    defects: {
      "a call is dropped": fails(dropCall(1)),
      "a call is added": fails(addCall(2, "list_cities")),
      "a call is repeated": fails(addCall(2, "get_forecast", { city: CITY, days: 2 })),
      "the order is changed": fails(reorder),
      "an argument is wrong": fails(changeCall(0, withArgs({ city: "Oslo" }))),
      "an argument is missing": fails(changeCall(1, (one) => ({ ...one, args: { city: CITY } }))),
      "an argument is added": fails(changeCall(0, withArgs({ units: "metric" }))),
      "a number is a text": fails(changeCall(1, withArgs({ days: "2" }))),
      "a tool is wrong": fails(changeCall(0, (one) => ({ ...one, ...renamed }))),
      "a server is wrong": fails(changeCall(0, (one) => ({ ...one, ...elsewhere }))),
      ...forNotNumbers("an argument", (value) => fails(changeCall(1, withArgs({ days: value }))))
    }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory("superset", ...path))],
    healthy,
    defects: {
      "a call is dropped": fails(dropCall(0)),
      "an argument is wrong": fails(changeCall(0, withArgs({ city: "Oslo" })))
    }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory("subsequence", ...path))],
    healthy,
    defects: { "a call is dropped": fails(dropCall(1)), "the order is changed": fails(reorder) }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory("sameMultiset", ...path))],
    healthy,
    defects: {
      "a call is repeated": fails(addCall(0, "get_weather", { city: CITY })),
      "a call is dropped": fails(dropCall(0))
    }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory("unordered", ...path))],
    healthy,
    defects: {
      "a call is dropped": fails(dropCall(1)),
      "a tool is wrong": fails(changeCall(1, (one) => ({ ...one, name: "list_cities" })))
    }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory("subset", ...path))],
    healthy,
    defects: { "a call is added": fails(addCall(1, "delete_city", { city: CITY })) }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), trajectory({ mode: "strict", withinTurn: "free" }, ...path))],
    healthy,
    defects: {
      "the order of two turns is changed": fails(reorder),
      "the order is changed and no turn is known": leavesOpen((trace, dice) => ({
        ...trace,
        tool_calls: reorder(trace, dice).tool_calls.map(({ turn: _, ...one }) => one)
      }))
    }
  },
  {
    gate: "trajectory",
    planned: "trajectory",
    agents: [
      asks.pipe(
        runs(2),
        trajectory(
          "superset",
          call(get_forecast, schema({ required: ["city"], properties: { days: { type: "integer", minimum: 1 } } }))
        )
      )
    ],
    healthy,
    defects: {
      "an argument is too small": fails(changeCall(1, withArgs({ days: 0 }))),
      "an argument is missing": fails(changeCall(1, (one) => ({ ...one, args: { days: 2 } }))),
      "an argument is NaN": leavesOpen(changeCall(1, withArgs({ days: Number.NaN })))
    }
  },
  {
    gate: "trajectoryAxes",
    planned: "trajectory_axes",
    agents: [
      asks.pipe(
        runs(2),
        trajectoryAxes({
          dependencies: [{ producer: get_weather, consumer: get_forecast }],
          order: [{ first: get_weather, second: get_forecast }]
        })
      )
    ],
    healthy,
    defects: {
      "the producer is not called": fails(dropCall(0)),
      "the consumer comes first": fails(reorder),
      "the producer is called on another server": fails(changeCall(0, (one) => ({ ...one, ...elsewhere }))),
      "the consumer is called before it as well": fails(addCall(0, "get_forecast", { city: CITY, days: 1 }))
    }
  },
  {
    gate: "goldenPath",
    planned: "golden_path",
    agents: [asks.pipe(runs(2), goldenPath([get_weather, get_forecast]))],
    healthy,
    defects: {
      "a step is missing": fails(dropCall(0)),
      "a step is added": fails(addCall(1, "list_cities")),
      "a step is repeated": fails(addCall(1, "get_weather", { city: "Oslo" })),
      "the agent goes back": fails(addCall(2, "get_weather", { city: CITY })),
      "the order is changed": fails(reorder),
      "no call is made": fails((trace) => ({ ...trace, tool_calls: [], tool_results: [] }))
    }
  },
  {
    gate: "never",
    planned: "never",
    agents: [asks.pipe(runs(2), never(delete_city), never(call(get_weather, subset({ city: "Atlantis" }))))],
    healthy,
    defects: {
      "the forbidden tool is called": fails(addCall(1, "delete_city", { city: CITY })),
      "the forbidden tool is called and fails": fails((trace, dice) =>
        changeResult(1, { is_error: true })(addCall(1, "delete_city", { city: CITY })(trace, dice), dice)
      ),
      "the forbidden tool is called and times out": fails(addCall(2, "delete_city", {}, { timed_out: true })),
      "the forbidden tool is called and its result is lost": fails((trace, dice) => ({
        ...addCall(1, "delete_city", { city: CITY })(trace, dice),
        tool_results: trace.tool_results
      })),
      "the forbidden argument is given": fails(changeCall(0, withArgs({ city: "Atlantis" })))
    }
  },
  {
    gate: "during",
    planned: "trajectory",
    agents: [asks.pipe(runs(2), turns("And ahead?"), during(2, trajectory("strict", call(get_forecast))))],
    healthy: talked,
    defects: {
      "the call is not made in the part": fails(dropCall(1)),
      "the call is made in the part before": fails(changeCall(1, (one) => ({ ...one, turn: 1 }))),
      "another call is made in the part": fails(changeCall(0, (one) => ({ ...one, turn: 3 }))),
      "the run ends before the part": leavesOpen(endsBefore),
      "the turn of a call is not known": leavesOpen(changeCall(0, ({ turn: _, ...one }) => one))
    }
  },
  {
    gate: "during",
    planned: "never",
    agents: [asks.pipe(runs(2), turns("And ahead?"), during(2, never(get_weather)))],
    healthy: talked,
    defects: {
      "the forbidden call is made in the part": fails(changeCall(0, (one) => ({ ...one, turn: 4 }))),
      "the run ends before the part": leavesOpen(endsBefore),
      "the turn of a call is not known": leavesOpen(changeCall(1, ({ turn: _, ...one }) => one))
    }
  }
]
