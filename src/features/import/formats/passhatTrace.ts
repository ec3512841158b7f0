/**
 * Traces of passhat itself: a json report that was made with `--with-traces`, or values with a `trace`, or traces alone.
 */
import { withCallIds } from "../../../base/domain/trace/callIds.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { oneResultPerCall } from "../../../base/domain/trace/oneResultPerCall.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { fieldAt, listOf, nameOf, objectOf, outcomeOf } from "../../../edges/telemetry/fields.ts"
import { type Document, finding, type Item, type Place, type ReadOptions, unknownValue, within } from "../../../edges/telemetry/Item.ts"

export function* passhatTrace(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  for (const document of documents) {
    const fields = objectOf(document.value)
    if (fields["format"] === "passhat-report") yield* runsOfReport(document, fields, options)
    else if (isTrace(fields)) yield* runOf({}, fields, document, options)
    else if (isTrace(objectOf(fields["trace"]))) yield* runOf(fields, objectOf(fields["trace"]), document, options)
    else yield unknownValue("a value without a trace", document, true)
  }
}

/** A cell of the report is a task, and its verdict of a run is the outcome. */
function* runsOfReport(document: Document, { suites }: JsonObject, options: ReadOptions): Generator<Item> {
  for (const [suiteAt, suite] of listOf(suites).entries()) {
    for (const [cellAt, cell] of listOf(objectOf(suite)["cells"]).entries()) {
      const { agent, model, runs } = objectOf(cell)
      for (const [at, run] of listOf(runs).entries()) {
        const { index, trace, verdict } = objectOf(run)
        const place = within(document, "suites", suiteAt, "cells", cellAt, "runs", at)
        const about = {
          task: agent ?? null,
          model: model ?? null,
          trial: index ?? null,
          outcome: verdicts[String(verdict)] ?? null
        }
        if (isTrace(objectOf(trace))) yield* runOf(about, objectOf(trace), place, options)
        else yield finding("a run without its trace, which --with-traces adds", place, true)
      }
    }
  }
}

const verdicts: { readonly [verdict: string]: boolean } = { pass: true, fail: false }

function* runOf(about: JsonObject, value: JsonObject, place: Place, options: ReadOptions): Generator<Item> {
  // The recorder reads every trace back before it is written, and refuses what is none.
  const recorded = value as unknown as Trace
  const { calls, results } = withCallIds(recorded.tool_calls, recorded.tool_results)
  const trace: Trace = { ...recorded, tool_calls: calls, tool_results: oneResultPerCall(calls, results) }
  const verdict = options.outcome === undefined ? about["outcome"] : fieldAt(about, options.outcome)
  const outcome = outcomeOf(verdict)
  const model = nameOf(about["model"])
  const user = listOf(objectOf(value["conversation"])["turns"])
    .map(objectOf)
    .find(({ role }) => role === "user")
  yield {
    kind: "run",
    place: { file: place.file, pointer: place.pointer },
    task: nameOf(about["task"]),
    trial: typeof about["trial"] === "number" ? about["trial"] : undefined,
    ...(model !== undefined && { model }),
    prompt: typeof user?.["content"] === "string" ? user["content"] : "",
    tools: calls.filter(({ server }) => server !== ""),
    trace,
    ...(outcome !== undefined && { outcome }),
    source: about,
    repairs: { ids: calls.filter(({ id }, at) => id !== recorded.tool_calls[at]?.id).length, errors: 0, unflagged: 0 },
    raw: []
  }
}

const isTrace = ({ conversation, final_response, tool_calls, tool_results }: JsonObject): boolean =>
  isArray(tool_calls) &&
  isArray(tool_results) &&
  [...tool_calls, ...tool_results].every((one: Json) => isJsonObject(one)) &&
  typeof final_response === "string" &&
  isJsonObject(conversation)

export const isPasshatTrace = ({ value }: Document): boolean => {
  const fields = objectOf(value)
  return fields["format"] === "passhat-report" || isTrace(fields) || isTrace(objectOf(fields["trace"]))
}
