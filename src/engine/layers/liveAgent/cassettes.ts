/**
 * The recordings of agents whose code is run again: every recorded run is performed over its own recording, and nothing is written.
 * The version and the sources of a driver are not compared: a changed agent is what this is for.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CassetteProblem } from "../../cassette/CassetteProblem.ts"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import { runIndices } from "../../cassette/runIndices.ts"
import { staleness } from "../../cassette/staleness.ts"
import { stoppedIssues } from "../../cassette/stoppedIssues.ts"
import { leftOutOf } from "../../cassette/unusedRuns.ts"
import type { Header, Recording } from "../../../base/domain/recording/Cassette.ts"
import { fingerprint } from "../../../base/domain/plan/fingerprint.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { issue, notice } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { CassetteError, Cassettes, type Tape } from "../../services/Cassettes.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import type { MediaReader, RunTapes } from "./runTapes.ts"

/** Reads the recording of a cell, whatever it is of. */
export type ReadRecording = (cell: Cell) => Effect.Effect<Recording | CassetteProblem, CassetteError>

export interface Options {
  readonly read: ReadRecording
  /** Reads the binary data beside it. */
  readonly media: (cell: Cell) => MediaReader
  readonly tapes: RunTapes
  /** Takes a run that was performed: judged as a recording would hold it, and kept nowhere. */
  readonly unkept: (cell: Cell) => Effect.Effect<Tape>
  /** What the servers of today list that the recording does not, if they are asked. */
  readonly liveTools?: (
    cell: Cell,
    recording: Recording
  ) => { readonly compare: Compare; readonly all: () => ReadonlyArray<Issue> }
}

type Compare = (header: Header, servers: Header["servers"]) => void

export const layer = ({ liveTools, media, read, tapes, unkept }: Options): Layer.Layer<Cassettes> =>
  Layer.succeed(Cassettes, {
    open: Effect.fnUntraced(function* (cell) {
      const recording = yield* read(cell)
      if ("code" in recording) return yield* new CassetteError(explainProblem(recording))
      const { file, header, runs } = recording
      const stale = staleness(asDrivenThen(cell, header), header, file)
      if (stale !== undefined) return yield* new CassetteError(explainProblem(stale))
      tapes.add(cell, recording, media(cell))
      const today = yield* unkept(cell)
      const tools = liveTools?.(cell, recording)
      return {
        file,
        get issues() {
          return [...today.issues, ...(tools?.all() ?? []), ...(isDriven(cell) ? [] : [replayed(cell)])]
        },
        recorded: (index) => {
          const run = runs.get(index)
          if (run === undefined) return { issue: notRecorded(file, index) }
          if (!isDriven(cell)) return { run }
          return run.wire === undefined ? { issue: unheard(file, index) } : undefined
        },
        keep: (run, servers) =>
          Effect.map(today.keep(run, servers), (kept) => {
            const { outcome } = kept.run
            tools?.compare(header, servers)
            const left = tapes.end(cell, run.index, tools !== undefined)
            return outcome.status === "completed" ? { ...kept, issues: [...kept.issues, ...left] } : kept
          }),
        leftOut: leftOutOf(cell, file, runs.values()),
        finish: (ending = {}) => {
          const indices = runIndices()
          for (const index of runs.keys()) indices.add(index)
          const held = { file, stopped: header.stopped, indices }
          const wrong = stoppedIssues(cell, held, ending).find(({ advisory }) => !advisory)
          return wrong === undefined ? Effect.void : Effect.fail(new Infrastructure({ issue: wrong }))
        }
      } satisfies Tape
    }),
    unused: () => Effect.succeed([])
  })

const isDriven = ({ behaviour }: Cell): boolean => behaviour.driver !== undefined

/** The cell with the version and the sources that its driver had. */
const asDrivenThen = (cell: Cell, { fingerprint: { parts } }: Header): Cell => {
  const { driver } = cell.behaviour
  if (driver === undefined || parts.driver === undefined) return cell
  const { sources: _, ...rest } = driver
  const { sources, version } = parts.driver
  const behaviour = {
    ...cell.behaviour,
    driver: { ...rest, version, ...(sources !== undefined && { sources }) }
  }
  return { ...cell, behaviour, fingerprint: fingerprint(behaviour) }
}

const notRecorded = (file: string, index: number): Issue =>
  issue("MISSING_RUN", `${file} has no run ${index}.`, "Record it with --record=missing, or ask for fewer runs.")

const unheard = (file: string, index: number): Issue =>
  issue(
    "NO_EXCHANGES",
    `${file}, run ${index} has no exchanges with the agent's model, so that its code cannot be run again without one.`,
    "Point the client of its model at session.modelProxy, or at ANTHROPIC_BASE_URL or OPENAI_BASE_URL in a program; then record it with --record."
  )

const replayed = ({ name }: Cell): Issue =>
  notice(
    "REPLAYED",
    `${name} has no driver, so that there is no code to run again: it is replayed.`,
    "Leave --live-agent out, or give it a driver."
  )
