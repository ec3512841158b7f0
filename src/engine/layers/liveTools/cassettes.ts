/**
 * The recorded model against the servers as they are today: the answers come from the cassette, the calls are made for
 * real, and the cassette is never written. What is compared and judged shows no secret, as what was recorded does not.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { ModelAnswer, RecordedRun, Recording } from "../../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { issue, notice } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { CassetteError, Cassettes, type Tape } from "../../services/Cassettes.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { Model, type Request } from "../../services/Model.ts"
import { RecordedUser } from "../../services/RecordedUser.ts"
import { cleaned } from "../record/cleaned.ts"
import { type Redactor, makeRedactor } from "../record/redact.ts"
import type { Secrets } from "../record/secrets.ts"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import type { CassetteProblem } from "../../cassette/CassetteProblem.ts"
import { type RunIndices, runIndices } from "../../cassette/runIndices.ts"
import { olderNotices } from "../../cassette/staleness.ts"
import { stoppedIssues } from "../../cassette/stoppedIssues.ts"
import type { ToolChange } from "../../cassette/toolChanges.ts"
import { toolIssues } from "../../cassette/toolIssues.ts"
import { leftOutOf } from "../../cassette/unusedRuns.ts"
import { compareResults } from "./compareResults.ts"
import { recordedUser } from "./recordedUser.ts"
import { driverTrace, isOwnCall } from "../../../base/domain/recording/driverTrace.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import { groupBy } from "../../../base/std/groupBy.ts"

/** Reads the recording of a cell. */
export type ReadRecording = (cell: Cell) => Effect.Effect<Recording | CassetteProblem, CassetteError>

export const layer = (read: ReadRecording, secrets: Secrets): Layer.Layer<Cassettes | Model> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const redactor = makeRedactor(secrets)
      const recordings = new Map<string, Recording>()
      const open = (cell: Cell) =>
        Effect.flatMap(read(cell), (recording) => {
          if ("code" in recording) return Effect.fail(new CassetteError(explainProblem(recording)))
          recordings.set(cell.id, recording)
          return Effect.succeed(tape(cell, recording, redactor))
        })
      return yield* Effect.context<Cassettes | Model>().pipe(
        Effect.provideService(Cassettes, { open, unused: () => Effect.succeed([]) }),
        Effect.provideService(Model, { ask: (request) => answer(recordings.get(request.cell.id), request) }),
        Effect.provideService(
          RecordedUser,
          recordedUser(({ id }) => recordings.get(id))
        )
      )
    })
  )

/** Every run that is recorded is performed again. */
const tape = (cell: Cell, { file, header, runs }: Recording, redactor: Redactor): Tape => {
  const tools = toolIssues(file, (change) => changed(cell, change))
  return {
    file,
    get issues() {
      return [...olderNotices(cell, header, file), ...tools.all()]
    },
    recorded: (index) => (runs.has(index) ? undefined : { issue: notRecorded(file, index) }),
    keep: (performed, servers) =>
      Effect.fromResult(
        Result.map(cleaned(redactor, cell, { file, header: { ...header, servers }, runs: [performed] }), (today) => {
          tools.compare(header, today.header.servers)
          const before = runs.get(performed.index)!
          const run = asLongAsRecorded(today.runs.get(performed.index)!, before)
          return {
            run,
            issues: compareResults(before, run),
            ...(before.trace !== undefined && { reported: before.trace })
          }
        })
      ),
    leftOut: leftOutOf(cell, file, runs.values()),
    finish: (ending = {}) => {
      const held = { file, stopped: header.stopped, indices: indicesOf(runs) }
      const wrong = stoppedIssues(cell, held, ending).find(({ advisory }) => !advisory)
      return wrong === undefined ? Effect.void : Effect.fail(new Infrastructure({ issue: wrong }))
    }
  }
}

/** The model answers from its recording at once, which is not how long it takes: its recorded times are kept. */
const asLongAsRecorded = (run: RecordedRun, { exchanges }: RecordedRun): RecordedRun => {
  const times = exchanges.filter(({ kind }) => kind === "model").map(({ latency_ms }) => latency_ms)
  let answers = 0
  return {
    ...run,
    exchanges: run.exchanges.map((exchange) => {
      if (exchange.kind !== "model") return exchange
      const { latency_ms: _, ...answered } = exchange
      const recorded = times[answers++]
      return recorded === undefined ? answered : { ...answered, latency_ms: recorded }
    })
  }
}

const indicesOf = (runs: Recording["runs"]): RunIndices => {
  const indices = runIndices()
  for (const index of runs.keys()) indices.add(index)
  return indices
}

/** The recorded answers are to other tools than today's, so they say nothing of today's agent, unless the suite allows it. */
export const changed = ({ allowed_drift = [] }: Cell, { server, tool, what }: ToolChange): Issue => {
  const isAllowed = allowed_drift.some(
    (one) => (one.server === undefined || one.server === server) && (one.tool === undefined || one.tool === tool)
  )
  return isAllowed
    ? notice("TOOL_CHANGED", `${what}.`, "The suite allows it with allowDrift.")
    : issue("TOOL_CHANGED", `${what}.`, HOW_TO_GO_ON)
}

const HOW_TO_GO_ON =
  "Update the catalogue with passhat types and record again with --record, or allow it with allowDrift(...)."

const answer = (recording: Recording | undefined, { cell, messages, run }: Request) => {
  const recorded = recording?.runs.get(run)
  const turn = messages.filter(({ role }) => role === "assistant").length
  const servers = cell.behaviour.servers.map(({ name }) => name)
  const said = recorded === undefined ? undefined : recordedAnswers(recorded, servers)[turn]
  return said === undefined
    ? Effect.fail(new Infrastructure({ issue: outOfTape(cell, run, turn) }))
    : Effect.succeed(said)
}

const notRecorded = (file: string, index: number) =>
  issue("MISSING_RUN", `${file} has no run ${index}.`, "Record it with --record=missing, or ask for fewer runs.")

const outOfTape = (cell: Cell, run: number, turn: number) =>
  issue(
    "DIVERGED",
    `${cell.name}, run #${run}: the recording has no answer ${turn + 1}.`,
    "Record it again with --record."
  )

/** `servers` are those of the suite: calls of an agent's own tools, which none of them has, are not made. */
export const recordedAnswers = (
  { exchanges, trace }: RecordedRun,
  servers: ReadonlyArray<string>
): ReadonlyArray<ModelAnswer> =>
  trace === undefined
    ? exchanges.flatMap((exchange) => (exchange.kind === "model" ? [exchange.answer] : []))
    : answersOf(driverTrace(trace), servers)

/** The turns of a user's own agent, with the calls it made in them, then its final response. Calls without a turn go one by one. */
const answersOf = (
  { final_response, stop_reason, tool_calls }: Trace,
  servers: ReadonlyArray<string>
): ReadonlyArray<ModelAnswer> => [
  ...[...groupBy(made(tool_calls, servers), (call) => call.turn ?? call.id).values()].map((calls) => ({
    text: "",
    calls: calls.map(({ turn: _, ...call }) => call),
    stop_reason: "tool_use"
  })),
  { text: final_response, calls: [], stop_reason }
]

const made = (calls: Trace["tool_calls"], servers: ReadonlyArray<string>): Trace["tool_calls"] => {
  const isOwn = isOwnCall(servers)
  return calls.filter((call) => !isOwn(call))
}
