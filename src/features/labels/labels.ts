/**
 * The labels of runs: a line a label, in a file that `passhat view --actions` writes and `passhat calibrate --labels` reads.
 */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { findFlaw } from "../../base/std/findFlaw.ts"
import { Label } from "../../base/domain/verdict/Label.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import { writeAtomically } from "../../engine/layers/platform/writeAtomically.ts"
import { lockForWriting } from "../../engine/layers/record/lock.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { escapeJson } from "../../base/std/escape.ts"
import type { Json } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { hashOf } from "../history/lines.ts"
import { seenOf } from "../history/rowsOf.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** By `keyOf`. */
export type Labels = ReadonlyMap<string, Label>

/** Two runs of a recording may have done the same. */
export const keyOf = ({ evidence, run }: Pick<Label, "evidence" | "run">): string => `${run} ${evidence}`

/** Digits that no two different runs share. */
const DIGITS = 32

/** What a run is known by: the same in a report and in its recording. */
export const evidenceOf = (trace: Trace): string => hashOf(canonicalJson(seenOf(trace))).slice(0, DIGITS)

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Label))

export const readLabels = (file: string): Effect.Effect<Labels, UsageError> =>
  Effect.suspend(() => {
    const bytes = readWhole(resolve(file))
    if (typeof bytes === "string") {
      const what = bytes === "ENOENT" ? `${file} does not exist.` : `${file} cannot be read (${bytes}).`
      return Effect.fail(new UsageError({ what, hint: "Label runs with passhat view --actions." }))
    }
    const text = tryCatch(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
    if (text === undefined) {
      return Effect.fail(new UsageError({ what: `${file} is not UTF-8 text.`, hint: "Restore the file." }))
    }
    const labels = new Map<string, Label>()
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      if (line === "") continue
      // A key that is written twice would count with its last value: bad would be good.
      const label = findFlaw(line) === undefined ? Option.getOrUndefined(decode(line)) : undefined
      if (label === undefined) return Effect.fail(damaged(file, at + 1))
      labels.set(keyOf(label), label)
    }
    return Effect.succeed(labels)
  })

/** Of this process, one writer at a time; the lock keeps out other processes. */
const turn = Semaphore.makeUnsafe(1)

/** Adds a label, or replaces that of the same run. */
export const addLabel = (file: string, label: Label) =>
  writing(
    file,
    Effect.gen(function* () {
      const labels = new Map(existsSync(file) ? yield* readLabels(file) : [])
      labels.delete(keyOf(label))
      labels.set(keyOf(label), label)
      const lines = [...labels.values()].map((one) => `${escapeJson(canonicalJson(one as unknown as Json))}\n`)
      yield* writeAtomically(file, lines)
    })
  )

/** Removes what a process that was killed while it wrote labels has left beside them. */
export const clearLabels = (file: string) => Effect.ignore(writing(file, Effect.void))

const writing = <R>(file: string, work: Effect.Effect<void, UsageError | PlatformError, R>) =>
  lockForWriting(file.replace(/\.jsonl$/, ""), [file]).pipe(
    Effect.andThen(work),
    Effect.scoped,
    Effect.catchTag("PlatformError", (error) => Effect.fail(unwritten(file, error))),
    Effect.catchTag("Held", () => Effect.fail(busy(file))),
    turn.withPermits(1)
  )

const damaged = (file: string, line: number): UsageError =>
  new UsageError({
    what: `${file}:${line}: it is not a label that passhat wrote.`,
    hint: "Restore the file, or delete the line."
  })

const unwritten = (file: string, { reason }: PlatformError): UsageError =>
  new UsageError({
    what: `${file} could not be written (${reason.description ?? reason._tag}).`,
    hint: "Make room for it, or make it writable."
  })

const busy = (file: string): UsageError =>
  new UsageError({
    what: `${file} is being written by another process.`,
    hint: `Label the run again later. If no process writes the file, delete ${file.replace(/\.jsonl$/, ".lock")}.`
  })
