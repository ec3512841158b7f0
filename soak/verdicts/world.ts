/**
 * The server that the agents of this soak use, and runs of it in which nothing goes wrong.
 */
import { fault, hang, server, tool, type ToolCall, type ToolResult, type Trace } from "passhat"
import type { Dice } from "../../bench/workload/dice.ts"

/** Its name is a part of every call, so that a suite and its traces can be renamed together. */
export const worldOf = <const Name extends string>(name: Name) => {
  const weather = server(name, {
    command: ["node", "weather.js"],
    tools: {
      get_weather: tool<{ readonly city: string }>({ inputSchema: object({ city: { type: "string" } }) }),
      get_forecast: tool<{ readonly city: string; readonly days: number }>({
        inputSchema: object({ city: { type: "string" }, days: { type: "number" } })
      }),
      delete_city: tool<{ readonly city: string }>({ inputSchema: object({ city: { type: "string" } }) }),
      list_cities: tool<{}>({ inputSchema: object({}) })
    }
  })
  return { name, weather, tools: weather.tools, hung: fault("hung", weather.tools.get_weather, hang) }
}

export type World = ReturnType<typeof worldOf<string>>

const object = (properties: object) => ({ type: "object", properties: properties as never })

export const SERVER = "weather"

const cities = ["Rome", "Oslo", "Lima", "Kyiv"]

/** The city that every healthy run asks about. */
export const CITY = "Rome"

/** The weather, then the forecast, and an honest answer: what most gates are asked about. */
export const healthy = (dice: Dice): Trace => {
  const total = 200 + dice(700)
  return {
    tool_calls: [
      called("c1", "get_weather", 1, { city: CITY }),
      called("c2", "get_forecast", 2, { city: CITY, days: 2 })
    ],
    tool_results: [answered("c1", { celsius: 10 + dice(20) }), answered("c2", { celsius: 10 + dice(20) })],
    final_response: answers[dice(answers.length)] ?? "",
    stop_reason: "end_turn",
    conversation: {
      turns: [
        { role: "user", content: "How warm is it?" },
        ...["Let me look.", "And ahead...", "It is warm.."].map((content) => ({ role: "assistant" as const, content }))
      ],
      tokens: { input: total - 50, output: 50, total }
    },
    clock: { virtual_ms: dice(50) },
    faults: [],
    observations: { place: answered("observe-place", { status: "saved", visits: dice(9) }) }
  }
}

const answers = [
  "get_weather and get_forecast say that it stays warm.",
  "It is warm in Rome, and it stays so.",
  "I looked at the weather and at the forecast."
]

/** The same tool for several cities: a steady session. The cities are those of `seed`, so that runs agree. */
export const steady = (dice: Dice): Trace => {
  const run = healthy(dice)
  const asked = cities.slice(0, 3)
  return {
    ...run,
    tool_calls: asked.map((name, at) => called(`c${at + 1}`, "get_weather", at + 1, { city: name })),
    tool_results: asked.map((_, at) => answered(`c${at + 1}`, { celsius: 10 + dice(20) })),
    final_response: "get_weather says that it is warm."
  }
}

/** The user asks for the weather, and then for the forecast. */
export const talked = (dice: Dice): Trace => {
  const run = healthy(dice)
  const [weather, forecast] = run.tool_calls
  return {
    ...run,
    tool_calls: [weather!, { ...forecast!, turn: 3 }],
    conversation: {
      ...run.conversation,
      turns: [
        { role: "user", content: "How warm is it?" },
        { role: "assistant", content: "Let me look." },
        { role: "assistant", content: "It is warm." },
        { role: "user", content: "And ahead?" },
        { role: "assistant", content: "I look ahead." },
        { role: "assistant", content: run.final_response }
      ]
    }
  }
}

/** The same, where the user never spoke a second time. */
export const endsBefore = (trace: Trace): Trace => ({
  ...trace,
  tool_calls: trace.tool_calls.slice(0, 1),
  tool_results: trace.tool_results.slice(0, 1),
  conversation: { ...trace.conversation, turns: trace.conversation.turns.slice(0, 3) }
})

/** The weather hangs once, the agent notices it and asks again. */
export const recovered = (dice: Dice): Trace => {
  const run = healthy(dice)
  const start = dice(100)
  const noticed = start + 1 + dice(900)
  const over = noticed + dice(900)
  return {
    ...run,
    tool_calls: [
      called("c1", "get_weather", 1, { city: CITY }),
      called("c2", "get_weather", 2, { city: CITY }),
      called("c3", "get_forecast", 3, { city: CITY, days: 2 })
    ],
    tool_results: [
      { call_id: "c1", is_error: true, content: [{ type: "text", text: "timed out" }], timed_out: true },
      answered("c2", { celsius: 20 }),
      answered("c3", { celsius: 21 })
    ],
    clock: { virtual_ms: over + dice(50) },
    faults: [
      {
        fault: "hung",
        call_id: "c1",
        kind: "hang",
        start_ms: start,
        detected_ms: noticed,
        recovered_ms: over,
        recovered_through: [{ server: SERVER, name: "get_weather", ms: over }]
      }
    ]
  }
}

export const called = (id: string, name: string, turn: number, args: ToolCall["args"]): ToolCall => ({
  id,
  turn,
  server: SERVER,
  name,
  args
})

export const answered = (call_id: string, structured: NonNullable<ToolResult["structured"]>): ToolResult => ({
  call_id,
  is_error: false,
  content: [{ type: "text", text: JSON.stringify(structured) }],
  structured,
  timed_out: false
})
