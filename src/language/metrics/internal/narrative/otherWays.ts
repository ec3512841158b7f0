/**
 * Calls that may have done what is claimed although their names do not say it: those of tools that can hold or do anything,
 * and those that worked after an error.
 */
import { hasFailed } from "../../../../base/domain/trace/hasFailed.ts"
import type { Trace } from "../../../../base/domain/trace/Trace.ts"
import type { ClaimInText } from "./claims.ts"
import type { Fit } from "./fit.ts"
import type { RecordedTool } from "./recorded.ts"
import type { ToolRead } from "./tools.ts"
import { actionBits } from "./verbs.ts"
import { knownResults } from "../../../../base/domain/trace/oneResultPerCall.ts"

/** A call that worked, of a tool that can hold or do anything, may have done what is claimed: a page, a file, SQL. */
export const mayHide = (claim: ClaimInText, one: RecordedTool, fit: (tool: ToolRead) => Fit): boolean =>
  !one.reads &&
  !one.failed &&
  (one.actions === undefined ||
    (isGeneric(one.tool) &&
      ((one.actions & claim.actions) !== 0 ||
        ((one.tool.kind === "open" || (one.actions & held) !== 0) &&
          (claim.actions & contents) !== 0 &&
          !fit(one.tool).noun))))

const held = actionBits.create | actionBits.change

/** What can be done to the contents of a thing, in place of the thing. */
const contents = actionBits.create | actionBits.change | actionBits.remove | actionBits.close | actionBits.merge

const isGeneric = ({ kind, words }: RecordedTool["tool"]): boolean =>
  kind === "open" || (words.length > 0 && words.every((word) => containers.has(word)))

/** What a thing of any kind can be in. */
const containers = new Set(
  (
    "file files page pages block blocks child children content contents document doc data database cell cells sheet spreadsheet " +
    "row rows record records query object objects property properties node nodes element form field value values text code " +
    "resource resources entity entities body section item items multiple or range workbook notebook memory key keys path batch"
  ).split(" ")
)

/** All of these calls failed, and a later write that may have done the same worked. */
export const isWayRound = (
  tools: ReadonlyArray<RecordedTool>,
  recorded: ReadonlyArray<RecordedTool>,
  trace: Trace
): boolean => {
  if (tools.length === 0 || !tools.every(({ failed }) => failed)) return false
  const last = Math.max(...tools.flatMap(({ calls }) => calls))
  const nouns = new Set(tools.flatMap(({ tool }) => [...tool.nouns]))
  const works = new Set(
    knownResults(trace)
      .filter((result) => !hasFailed(result))
      .map(({ call_id }) => call_id)
  )
  return recorded.some(
    ({ actions, calls, reads, tool }) =>
      !reads &&
      (actions === undefined || isGeneric(tool) || [...tool.nouns].some((noun) => nouns.has(noun))) &&
      calls.some((call) => call > last && works.has(trace.tool_calls[call]!.id))
  )
}
