import { test } from "bun:test"
import assert from "node:assert/strict"
import { recordedAnswers } from "../../../../src/engine/layers/liveTools/cassettes.ts"
import { recorded } from "../../../cells.ts"
import { call, said, trace } from "../../../traces.ts"

const callsOf = (turns: ReadonlyArray<number>, answers: ReadonlyArray<string>) => {
  const tool_calls = turns.map((turn, at) => ({ ...call("a"), id: `c${at + 1}`, turn }))
  const run = { ...recorded(1), trace: trace({ tool_calls, ...said(answers) }) }
  return recordedAnswers(run, []).map(({ calls }) => calls.map(({ id }) => id))
}

test("calls of one turn of a driver are made concurrently", () => {
  assert.deepEqual(callsOf([1, 1, 2], ["I look.", "Again.", "Done."]), [["c1", "c2"], ["c3"], []])
})

test("calls of a driver with unknown turns are made one after the other", () => {
  assert.deepEqual(callsOf([1, 1, 1], ["Done."]), [["c1"], ["c2"], ["c3"], []])
})

test("calls of an agent's own tools are not made, unless a server of the suite has the name agent", () => {
  const tool_calls = ["weather", "agent", "weather"].map((server, at) => ({
    ...call("a"),
    server,
    id: `c${at}`,
    turn: at
  }))
  const run = { ...recorded(1), trace: trace({ tool_calls, ...said(["a", "b", "c"]) }) }
  const made = (servers: ReadonlyArray<string>) =>
    recordedAnswers(run, servers).flatMap(({ calls }) => calls.map(({ id }) => id))
  assert.deepEqual(made(["weather"]), ["c0", "c2"])
  assert.deepEqual(made(["weather", "agent"]), ["c0", "c1", "c2"])
})
