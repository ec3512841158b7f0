/**
 * Turns of a driver in recordings of version 1, which has turn 1 for every call of a driver that reported no turns.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseRecording } from "../../../src/engine/cassette/readRecording.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { recorded } from "../../cells.ts"
import { call, said, trace } from "../../traces.ts"

const file = join(import.meta.dirname, "version1/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl")
const older = parseRecording(file, readFileSync(file, "utf8"))

test.each([
  [1, undefined],
  [2, 1]
] as const)("a call of a driver, recorded with turn 1 in version %p, has turn %p", (version, turn) => {
  assert.ok(!("code" in older))
  const run = { ...recorded(1), trace: trace({ tool_calls: [call("a")], ...said(["I look.", "Done."]) }) }
  const read = parseRecording("f", formatCassette({ ...older.header, version }, [run]))
  assert.ok(!("code" in read))
  assert.equal(read.runs.get(1)?.trace?.tool_calls[0]?.turn, turn)
})
