/**
 * Compares what a reader read with what it was given. A file with a call that is in no trace is refused: reading fewer calls than were
 * made would pass gates that should fail. All readers are guarded by this one.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { ToolCall } from "../../../base/domain/trace/Trace.ts"
import { deepPath } from "../../../base/std/deepPath.ts"
import { MAX_DEPTH } from "../../../base/std/findFlaw.ts"
import { isJsonObject, isObject } from "../../../base/std/Json.ts"
import { jsonPath } from "../../../base/std/jsonPath.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { argsOf } from "../../../edges/telemetry/callArguments.ts"
import { callKey, callsIn, type FoundCall, longest } from "../../../edges/telemetry/callsIn.ts"
import {
  type Finding,
  type ImportedRun,
  type MissingRun,
  type Reader,
  type Refusal,
  within
} from "../../../edges/telemetry/Item.ts"

export const guarded = (read: Reader): Reader =>
  function* (documents, options) {
    for (const item of read(documents, options)) {
      const refusal = item.kind === "refusal" ? item : item.kind === "finding" ? lostIn(item) : refusalOf(item)
      yield refusal ?? item
      if (refusal !== undefined) return
    }
  }

const refusalOf = (run: ImportedRun | MissingRun): Refusal | undefined => {
  const trace = run.kind === "run" ? run.trace : undefined
  // A line of a recording has a level more than its trace.
  const deep = deepPath((trace ?? null) as Json, MAX_DEPTH - 1)
  if (deep !== undefined) {
    const what = `has a value that is nested deeper than ${MAX_DEPTH} levels in ${jsonPath(deep)}`
    return { kind: "refusal", what, place: run.place, fix: "Leave the run out." }
  }
  const odd = (trace?.tool_calls ?? []).findIndex(
    ({ args, name, server }) => typeof name !== "string" || typeof server !== "string" || !isObject(args)
  )
  if (odd !== -1) {
    const what = "has a call without the name of its tool, its server, or its arguments"
    return { kind: "refusal", what, place: within(run.place, "tool_calls", odd), fix: "Give the call all three." }
  }
  const { raw, search = { inMessages: true } } = run
  const found = raw.map((one) => callsIn(one, search))
  const inMessages = search.isRepeated === true ? longest(found) : found.flat()
  return unreadOf(longest([inMessages, callsBeside(run)]), trace?.tool_calls ?? [])
}

/** Calls that the source has beside its messages: it may have them there only. */
const callsBeside = ({ place, source }: ImportedRun | MissingRun): ReadonlyArray<FoundCall> =>
  isJsonObject(source)
    ? longest(
        Object.entries(source)
          .filter(([key]) => BESIDE.test(key))
          .map(([key, value]) => callsIn({ ...place, value: { [key]: value } }, { inMessages: false }))
      )
    : []

/** Not what a run was expected to call. */
const BESIDE = /^(?:tool_?(?:calls|uses|invocations)|function_?calls|steps)$/i

/** Something that a reader does not know must not have calls. */
const lostIn = ({ place, unknown }: Finding): Refusal | undefined =>
  unknown === undefined ? undefined : unreadOf(callsIn({ ...place, value: unknown }, { inMessages: false }), [])

/** The first call of those that were found more often than they were read. */
const unreadOf = (found: ReadonlyArray<FoundCall>, read: ReadonlyArray<ToolCall>): Refusal | undefined => {
  if (found.length === 0) return undefined
  const left = new Map<string, number>()
  const count = (key: string) => left.set(key, (left.get(key) ?? 0) + 1)
  for (const { args, name, server } of read) {
    for (const known of new Set([name, `${server}__${name}`])) {
      count(known)
      for (const key of new Set([args, ...onlyText(args)].map((one) => callKey({ name: known, args: one })))) count(key)
    }
  }
  const lost = found.find(({ args, name }) => {
    // A program that keeps a call twice may keep its arguments once.
    const key = Object.keys(args).length === 0 ? name : callKey({ name, args })
    const more = left.get(key) ?? 0
    left.set(key, more - 1)
    return more <= 0
  })
  return (
    lost && {
      kind: "refusal",
      what: `has what looks like a call of ${JSON.stringify(shorten(lost.name, 60))} and is not read as one`,
      place: lost.place,
      fix: "Name the format that the file has with --format, or write the call as that format does."
    }
  )
}

/** A tool without a schema takes a text, which a trace has in an object. */
const onlyText = (args: ToolCall["args"]): ReadonlyArray<ToolCall["args"]> => {
  const [text, ...others] = Object.values(args as Record<string, Json>)
  return typeof text === "string" && others.length === 0 ? [argsOf(text)] : []
}
