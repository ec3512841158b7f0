/**
 * Recordings of the suite: green ones, and red ones that fail by one fact in one of their runs.
 */
import type { Exchange, Header, RecordedRun } from "../../src/base/domain/recording/Cassette.ts"
import { VERSION } from "../../src/base/domain/recording/cassetteFormat.ts"
import type { Cell } from "../../src/base/domain/plan/Plan.ts"
import type { Trace } from "../../src/base/domain/trace/Trace.ts"
import { formatCassette } from "../../src/engine/layers/record/writeCassette.ts"
import { compiledOf } from "../../test/suites.ts"
import suite, { CITY, MOST_TOKENS, RUNS, WORD } from "./suite.ts"

export const compiled = compiledOf(suite)

export const [asks, drives] = compiled.plan.cells as [Cell, Cell]

/** What a run did. */
interface Deed {
  readonly tool: string
  readonly city: string
  readonly isError: boolean
  readonly tokens: number
  readonly says: string
}

const good: Deed = { tool: "get_weather", city: CITY, isError: false, tokens: 300, says: `It is ${WORD}.` }

/** Each makes the suite red. */
const deeds: Readonly<Record<string, Partial<Deed>>> = {
  forbidden: { tool: "delete_all" },
  elsewhere: { city: "Salem" },
  failed: { isError: true },
  expensive: { tokens: MOST_TOKENS + 1 },
  silent: { says: "It is raining." }
}

export interface SeedRecording {
  readonly name: string
  readonly cell: Cell
  readonly header: Header
  readonly runs: ReadonlyArray<RecordedRun>
  readonly text: string
}

const headerOf = (cell: Cell): Header => ({
  format: "passhat-cassette",
  version: VERSION,
  suite: compiled.plan.suite,
  agent: cell.agent,
  model: cell.model,
  fingerprint: { sha256: cell.fingerprint, parts: cell.behaviour },
  recorded_at: "2026-01-02T03:04:05.000Z",
  passhat: "0.1.0",
  servers: [{ name: "weather", version: "1", tools: [] }]
})

const exchangesOf = ({ city, isError, says, tokens, tool }: Deed): ReadonlyArray<Exchange> => {
  const call = { id: "c1", server: "weather", name: tool, args: { city } }
  const usage = { input: tokens / 2 - 5, output: 5 }
  return [
    { kind: "model", answer: { text: "I look.", calls: [call], stop_reason: "tool_use", usage } },
    { kind: "tool", call, answer: { is_error: isError, content: [{ type: "text", text: WORD }], timed_out: false } },
    {
      kind: "model",
      answer: { text: says, calls: [], stop_reason: "end_turn", usage: { ...usage, input: tokens / 2 - 5 } }
    }
  ]
}

const traceOf = ({ city, isError, says, tokens, tool }: Deed): Trace => ({
  tool_calls: [{ id: "c1", server: "weather", name: tool, args: { city } }],
  tool_results: [{ call_id: "c1", is_error: isError, content: [{ type: "text", text: WORD }], timed_out: false }],
  final_response: says,
  stop_reason: "end_turn",
  conversation: {
    tokens: { input: tokens - 5, output: 5, total: tokens },
    turns: [{ role: "assistant", content: says }]
  },
  clock: { virtual_ms: 0, kind: "wall" },
  faults: []
})

const recordingOf = (cell: Cell, name: string, change: Partial<Deed>, at: number): SeedRecording => {
  const header = headerOf(cell)
  const runs = Array.from({ length: RUNS }, (_, index): RecordedRun => {
    const deed = { ...good, ...(index === at && change) }
    const kept =
      cell === asks
        ? { exchanges: exchangesOf({ ...deed, tokens: 2 * Math.ceil(deed.tokens / 2) }) }
        : { exchanges: [], trace: traceOf(deed) }
    return { index: index + 1, outcome: { status: "completed" }, ...kept }
  })
  return { name: `${cell.agent}, ${name}`, cell, header, runs, text: formatCassette(header, runs) }
}

export const recordings: ReadonlyArray<SeedRecording> = [asks, drives].flatMap((cell) => [
  recordingOf(cell, "green", {}, 0),
  ...Object.entries(deeds).map(([name, change], at) => recordingOf(cell, name, change, at % RUNS))
])
