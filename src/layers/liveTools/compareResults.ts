/**
 * Today's results of a run's calls beside the recorded ones, call by call.
 */
import type { Exchange, RecordedRun, ToolAnswer } from "../../domain/Cassette.ts"
import { type Difference, differences } from "../../std/differences.ts"
import type { Issue } from "../../domain/Issue.ts"
import { notice } from "../../domain/issues.ts"
import type { Json } from "../../domain/Json.ts"

/** Notices only: what a change means is for the gates to say, which judge today's results. */
export const compareResults = (recorded: RecordedRun, today: RecordedRun): ReadonlyArray<Issue> => {
  const answers = answersById(recorded)
  const compared = today.exchanges.flatMap((exchange) => {
    const before = exchange.kind === "tool" ? answers.get(exchange.call.id) : undefined
    return exchange.kind === "tool" && before !== undefined
      ? [{ call: exchange.call, changes: changesOf(before, exchange.answer) }]
      : []
  })
  const same = compared.filter(({ changes }) => changes.length === 0).length
  return [
    ...compared.flatMap(({ call, changes }) =>
      changes.map((change) =>
        notice(
          "RESULT_CHANGED",
          `Call ${call.id} (${call.server}.${call.name}): ${worded(change)}.`,
          "If this is right, record the suite again with --record."
        )
      )
    ),
    notice("RESULT_SAME", `${same} of ${compared.length} results are as recorded.`, "The gates judge today's results.")
  ]
}

const answersById = ({ exchanges, trace }: RecordedRun): ReadonlyMap<string, ToolAnswer> =>
  new Map(
    trace === undefined
      ? exchanges.flatMap((exchange): ReadonlyArray<readonly [string, ToolAnswer]> => toolAnswer(exchange))
      : trace.tool_results.map(({ call_id, ...answer }) => [call_id, answer])
  )

const toolAnswer = (exchange: Exchange): ReadonlyArray<readonly [string, ToolAnswer]> =>
  exchange.kind === "tool" ? [[exchange.call.id, exchange.answer]] : []

/** Where both have structured content, the text only says it again. */
const changesOf = (before: ToolAnswer, after: ToolAnswer): ReadonlyArray<Difference> => {
  const structured = before.structured !== undefined && after.structured !== undefined
  const compared = ({ content, ...answer }: ToolAnswer): Json => (structured ? answer : { content, ...answer })
  return differences(compared(before), compared(after))
}

const worded = ({ after, before, path }: Difference): string =>
  `${path} was ${shown(before)} and is now ${shown(after)}`

const shown = (value: Json | undefined): string => (value === undefined ? "absent" : JSON.stringify(value))
