/**
 * The servers of a run as they were recorded: an agent whose code is run again is offered the same tools, and its calls get the
 * recorded results.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AskedCall, RecordedRun, ToolAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Json } from "../../../base/domain/Json.ts"
import { withBytes } from "../../../base/domain/recording/withoutBytes.ts"
import { Infrastructure, infrastructure } from "../../services/Infrastructure.ts"
import { ToolHub, type ToolSession } from "../../services/ToolHub.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { Redactor } from "../record/redact.ts"
import type { Taken } from "./callPool.ts"
import { callDiverged, diverged, type RunPlace, UNDO } from "./divergence.ts"
import type { RunTape, RunTapes } from "./runTapes.ts"

export const layer = (tapes: RunTapes, redactor: Redactor): Layer.Layer<ToolHub> =>
  Layer.succeed(ToolHub, {
    open: (cell, run) => {
      const tape = tapes.of(cell, run)
      const recorded = tape?.recording.runs.get(run)
      return tape === undefined || recorded?.wire === undefined
        ? Effect.fail(infrastructure(`${cell.name}, run #${run} is not recorded.`, "Record it with --record=missing."))
        : Effect.succeed(sessionOf(tape, recorded, { file: tape.recording.file, run }, redactor))
    }
  })

const sessionOf = (
  { calls, media, recording }: RunTape,
  { observations = {}, server_requests = [], violations = [], wire }: RecordedRun,
  place: RunPlace,
  redactor: Redactor
): ToolSession => {
  const answer = (take: (call: AskedCall) => Taken) => (call: AskedCall) =>
    Effect.suspend((): Effect.Effect<ToolAnswer, Infrastructure> => {
      const asked = { ...call, args: redactor.json(call.args as Json) as AskedCall["args"] }
      const taken = take(asked)
      if (taken === "none") return Effect.never
      if ("call" in taken) return Effect.fail(callDiverged(place, taken, calls))
      const whole = withBytes(taken, media)
      return typeof whole === "string" ? Effect.fail(noBytes(place, asked, whole)) : Effect.succeed(whole)
    })
  const call = answer(calls.take)
  return {
    tools: toolsIn(wire?.tools),
    servers: recording.header.servers,
    call: (asked) => {
      const observed = observations[/^observe-(.*)$/.exec(asked.id)?.[1] ?? ""]
      if (observed === undefined) return call(asked)
      return calls.isInOrder() ? Effect.succeed(observed) : Effect.fail(unobserved(place, asked))
    },
    received: answer(calls.takeDamaged),
    violations: () => violations,
    serverRequests: () => (calls.isInOrder() ? server_requests : [])
  }
}

const toolsIn = (text = "[]"): ToolSession["tools"] => tryCatch(() => JSON.parse(text) as ToolSession["tools"]) ?? []

const noBytes = (place: RunPlace, { name, server }: AskedCall, sha256: string): Infrastructure =>
  diverged(
    place,
    `the recorded result of ${server}.${name} has an image, a sound or a file that is not beside the recording (${sha256})`,
    "Record it again with --record. What shows a secret is not kept: take that out of it, or use --live-tools as well."
  )

/** What was observed was the world after other calls than those of now. */
const unobserved = (place: RunPlace, { id }: AskedCall): Infrastructure =>
  diverged(
    place,
    `the agent does not make the recorded calls in their order, so that what was observed after them (${id.slice("observe-".length)}) is not known`,
    `${UNDO} With --live-tools as well, the servers of today are looked at.`
  )
