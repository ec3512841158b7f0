/**
 * The cell of a recording, made from its header: enough to replay it, without gates to judge it.
 */
import type { Header, Recording } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { slug } from "../../language/plan/cellId.ts"
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"

export const cellOf = ({ agent, fingerprint, model, suite }: Header): Cell => ({
  id: [suite, agent, model].map(slug).join("/"),
  agent,
  model,
  name: agent,
  runs: 0,
  provider: { kind: "driver" },
  run_timeout_ms: 0,
  behaviour: fingerprint.parts,
  fingerprint: fingerprint.sha256,
  observations: [],
  gates: []
})

/** A recording as the traces of its runs, without a suite. */
export interface RecordedCell {
  readonly suite: string
  readonly cell: Cell
  /** In the order of their indices. A run without a trace has the issue that says why. */
  readonly runs: ReadonlyArray<RunResult>
}

export const recordedCell = ({ file, header, runs }: Recording): RecordedCell => {
  const cell = { ...cellOf(header), runs: runs.size }
  const results = [...runs.values()].toSorted((a, b) => a.index - b.index).map((run) => replayRun(cell, run, file))
  return { suite: header.suite, cell, runs: results }
}
