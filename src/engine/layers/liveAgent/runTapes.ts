/**
 * What is recorded of each run of an agent whose code is run again, while it runs: which exchanges and which calls are left.
 */
import type { Recording } from "../../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { issue, notice } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { UserCode } from "../../services/Driver.ts"
import { type CallPool, callPool } from "./callPool.ts"
import { UNDO, USE_PROXY } from "./divergence.ts"
import { type ExchangePool, exchangePool } from "./exchangePool.ts"

export interface RunTape {
  readonly recording: Recording
  readonly exchanges: ExchangePool
  readonly calls: CallPool
  readonly media: MediaReader
}

/** Binary data of a recording, in base64, by its hash. */
export type MediaReader = (sha256: string) => string | undefined

export interface RunTapes {
  readonly add: (cell: Cell, recording: Recording, media: MediaReader) => void
  /** Undefined for a run that is not recorded. */
  readonly of: (cell: Cell, run: number) => RunTape | undefined
  /** Forgets a run that has ended. Returns what was not used of it. */
  readonly end: (cell: Cell, run: number, hasLiveTools: boolean) => ReadonlyArray<Issue>
}

export const runTapes = (codes: (cell: string) => UserCode): RunTapes => {
  const recordings = new Map<string, { readonly recording: Recording; readonly media: MediaReader }>()
  const tapes = new Map<string, RunTape>()
  const keyOf = ({ id }: Cell, run: number): string => `${id}#${run}`
  const tapeOf = (cell: Cell, run: number): RunTape | undefined => {
    const { media, recording } = recordings.get(cell.id) ?? {}
    const recorded = recording?.runs.get(run)
    if (recording === undefined || media === undefined || recorded === undefined) return undefined
    const { volatile = [] } = codes(cell.id)
    const servers = cell.behaviour.servers.map(({ name }) => name)
    return {
      recording,
      media,
      exchanges: exchangePool(recorded.wire?.exchanges ?? [], volatile),
      calls: callPool(recorded, servers)
    }
  }
  const of: RunTapes["of"] = (cell, run) => {
    const tape = tapes.get(keyOf(cell, run)) ?? tapeOf(cell, run)
    if (tape !== undefined) tapes.set(keyOf(cell, run), tape)
    return tape
  }
  return {
    add: (cell, recording, media) => void recordings.set(cell.id, { recording, media }),
    of,
    end: (cell, run, hasLiveTools) => {
      const tape = of(cell, run)
      tapes.delete(keyOf(cell, run))
      return tape === undefined ? [] : leftOver(tape, run, hasLiveTools)
    }
  }
}

/** What is judged is what the agent does now, so what it leaves out is reported and decides nothing, unless it asked nothing at all. */
const leftOver = (
  { calls, exchanges, recording }: RunTape,
  run: number,
  hasLiveTools: boolean
): ReadonlyArray<Issue> => {
  const [left, { file }] = [exchanges.left(), recording]
  if (left === exchanges.size) return [issue("DIVERGED", `${file}, run ${run}: ${ASKED_NOTHING}`, USE_PROXY)]
  if (!hasLiveTools && asksClient(recording, run) && !calls.isInOrder()) {
    return [issue("DIVERGED", `${file}, run ${run}: ${OTHER_CALLS}`, UNDO)]
  }
  const uncalled = hasLiveTools ? [] : [...new Set(calls.left().map(({ name, server }) => `${server}.${name}`))]
  const what = [
    ...(left > 0 ? [`${left} of ${exchanges.size} recorded exchanges with its model`] : []),
    ...(uncalled.length > 0 ? [`recorded calls of ${uncalled.join(", ")}`] : [])
  ]
  return what.length === 0
    ? []
    : [notice("UNUSED_EXCHANGES", `${file}, run ${run}: the agent now does without ${what.join(" and ")}.`, GATES)]
}

/** Whether a server asked its client something in the course of a call. */
const asksClient = ({ runs }: Recording, run: number): boolean => runs.get(run)?.server_requests !== undefined

const OTHER_CALLS =
  "the agent does not make the recorded calls in their order, so that what servers would ask it is not known."

const ASKED_NOTHING = "the agent asks its model nothing through passhat any more."

const GATES = "The gates judge what it does now. Record it again with --record if that is meant."
