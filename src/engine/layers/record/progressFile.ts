/**
 * What the runs of a cell have done so far, in a file beside its cassette: `passhat view` shows it. Secrets are replaced as in a
 * recording. The file is there while the cell is recorded; it is no evidence, so that it is not synced, and a failure to write it
 * is none.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Queue from "effect/Queue"
import { basename, dirname, join } from "node:path"
import type { AskedCall } from "../../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { CallSoFar, RunUnderWay, UnderWay } from "../../../base/domain/recording/UnderWay.ts"
import type { Json } from "../../../base/domain/Json.ts"
import type { MadeCall, Waiting } from "../../services/Progress.ts"
import { writeUnsynced } from "../platform/writeAtomically.ts"
import type { Redactor } from "./redact.ts"

export interface ProgressFile {
  /** Takes what a run does now. */
  readonly tell: (waiting: Waiting) => void
  /** The run is kept, or given up. */
  readonly ended: (index: number) => void
}

/** The shortest time between two writings. */
const PAUSE = "100 millis"
/** Arguments whose JSON is longer are left out. A part of them could show a part of a secret. */
const MOST_ARGS = 4_000

export const progressFile = Effect.fnUntraced(function* (path: string, suite: string, cell: Cell, redactor: Redactor) {
  const fs = yield* FileSystem.FileSystem
  const file = `${path}.progress`
  const temporary = join(dirname(path), `.${basename(file)}.tmp`)
  const runs = new Map<number, Waiting>()
  const changed = yield* Queue.sliding<true>(1)
  const remove = (left: string) => Effect.ignore(fs.remove(left, { force: true }))
  // A write that failed may have left a part.
  const write = Effect.suspend(() =>
    remove(temporary).pipe(
      Effect.andThen(writeUnsynced(temporary, textOf(suite, cell, [...runs.values()], redactor))),
      Effect.andThen(fs.rename(temporary, file))
    )
  )
  yield* Effect.addFinalizer(() => Effect.andThen(remove(temporary), remove(file)))
  yield* Queue.take(changed).pipe(
    Effect.andThen(Effect.ignoreCause(write)),
    Effect.andThen(Effect.sleep(PAUSE)),
    Effect.forever,
    Effect.forkScoped
  )
  return {
    tell: (waiting) => {
      runs.set(waiting.index, waiting)
      Queue.offerUnsafe(changed, true)
    },
    ended: (index) => {
      if (runs.delete(index)) Queue.offerUnsafe(changed, true)
    }
  } satisfies ProgressFile
})

const textOf = (
  suite: string,
  { agent, model, name, runs }: Cell,
  now: ReadonlyArray<Waiting>,
  redactor: Redactor
): string => {
  const underWay: UnderWay = {
    format: "passhat-progress",
    version: 1,
    suite,
    agent,
    model,
    name,
    runs,
    under_way: now.toSorted((a, b) => a.index - b.index).map(runOf)
  }
  const text = JSON.stringify(redactor.json(underWay as unknown as Json))
  // As in a recording: what still shows a secret is not written.
  return redactor.shown(text).length === 0 ? text : JSON.stringify({ ...underWay, ...NOTHING_SHOWN })
}

const NOTHING_SHOWN = { suite: "", agent: "", model: "", name: "", under_way: [] }

const runOf = ({ calls, index, made, on, usage }: Waiting): RunUnderWay => ({
  index,
  on,
  made,
  calls: calls.map(callOf),
  tokens: usage.input + usage.output
})

const callOf = ({ call, state }: MadeCall): CallSoFar => ({
  server: call.server,
  name: call.name,
  ...(isShort(call) && { args: call.args }),
  state
})

/** Looked at once: arguments may be large, and a call is written many times. */
const isShort = (call: AskedCall): boolean => {
  const known = shortness.get(call) ?? JSON.stringify(call.args).length <= MOST_ARGS
  shortness.set(call, known)
  return known
}

const shortness = new WeakMap<AskedCall, boolean>()
