/**
 * The results of a run, one for each call and in the order of the calls: `tool_results[i]` is the result of `tool_calls[i]`.
 *
 * Results arrive in another order if calls run in parallel, or if code that the model wrote makes calls of its own. A call whose result
 * is not known has a missing result in its place, on which no check passes.
 */
import type { MissingResult, ToolCall, ToolResult, Trace } from "./Trace.ts"

type AnyResult = ToolResult | MissingResult

/** The calls need an id each. Of two results of one call the first counts; a result of no call is left out. */
export const oneResultPerCall = (
  calls: ReadonlyArray<Pick<ToolCall, "id">>,
  results: ReadonlyArray<AnyResult>
): ReadonlyArray<AnyResult> => {
  if (calls.length === results.length && calls.every(({ id }, at) => results[at]?.call_id === id)) return results
  const byCall = new Map<string, AnyResult>()
  for (const result of results) {
    const before = byCall.get(result.call_id)
    if (before === undefined || isMissing(before)) byCall.set(result.call_id, result)
  }
  return calls.map(({ id }) => byCall.get(id) ?? { call_id: id, missing: true })
}

export const isMissing = (result: AnyResult): result is MissingResult => "missing" in result

/** The results that are known. */
export const knownResults = ({ tool_results = [] }: Partial<Pick<Trace, "tool_results">>): ReadonlyArray<ToolResult> =>
  tool_results.some(isMissing)
    ? tool_results.filter((result): result is ToolResult => !isMissing(result))
    : (tool_results as ReadonlyArray<ToolResult>)
