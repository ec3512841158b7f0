/**
 * Recordings that were made by hand, for comparisons: a cell, its runs, the calls and the outcome of each.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Header, RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { FORMAT, VERSION } from "../../../src/base/domain/recording/cassetteFormat.ts"
import { fingerprint } from "../../../src/base/domain/plan/fingerprint.ts"
import type { FingerprintParts } from "../../../src/base/domain/plan/Plan.ts"
import type { ToolCall } from "../../../src/base/domain/trace/Trace.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { slug } from "../../../src/language/plan/cellId.ts"
import { trace } from "../../traces.ts"

export interface HandMade {
  readonly agent: string
  readonly prompt?: string
  readonly tools?: ReadonlyArray<string>
  readonly runs: ReadonlyArray<{ readonly calls: ReadonlyArray<ToolCall>; readonly passed?: boolean }>
}

/** Writes the recording of a cell where the recorder would, and returns its path. */
export const writeRecording = (
  folder: string,
  { agent, prompt = "Look.", runs, tools = ["look"] }: HandMade
): string => {
  const model = "m"
  const parts: FingerprintParts = {
    prompt,
    model,
    options: { max_turns: 9, max_tokens: 9 },
    servers: [
      {
        name: "weather",
        transport: { command: ["weather"], env: [] },
        tools: tools.map((name) => ({ name, input_schema: {} }))
      }
    ],
    faults: [],
    driver: { name: "own", version: "1" }
  }
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    suite: "s",
    agent,
    model,
    fingerprint: { sha256: fingerprint(parts), parts },
    recorded_at: "2026-01-01T00:00:00.000Z",
    passhat: "0.1.0",
    servers: []
  }
  const file = join(folder, "s", slug(agent), `${model}.jsonl`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, formatCassette(header, runs.map(recorded)))
  return file
}

const recorded = ({ calls, passed }: HandMade["runs"][number], at: number): RecordedRun => ({
  index: at + 1,
  outcome: { status: "completed" },
  exchanges: [],
  trace: trace({
    tool_calls: calls.map(({ turn: _, ...call }, index) => ({ ...call, id: `c${index}` })),
    tool_results: calls.map((_, index) => ({ call_id: `c${index}`, is_error: false, content: [], timed_out: false }))
  }),
  ...(passed !== undefined && {
    observations: { outcome: { is_error: false, content: [], structured: { passed }, timed_out: false } }
  })
})
