/**
 * Today's results of a run's calls beside the recorded ones, call by call.
 */
import type { RecordedRun, ToolAnswer } from "../../../base/domain/recording/Cassette.ts"
import { driverTrace } from "../../../base/domain/recording/driverTrace.ts"
import { type Difference, differences } from "../../../base/std/differences.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { notice } from "../../../base/domain/issues.ts"
import type { Json } from "../../../base/domain/Json.ts"
import { groupBy } from "../../../base/std/groupBy.ts"
import { knownResults } from "../../../base/domain/trace/oneResultPerCall.ts"

/** Notices only: what a change means is for the gates to say, which judge today's results. */
export const compareResults = (recorded: RecordedRun, today: RecordedRun): ReadonlyArray<Issue> => {
  const answers = groupBy(answersOf(recorded), ([id]) => id)
  // The nth call of an id is compared with the nth result of that id: ids of older recordings may repeat.
  const compared = [...groupBy(madeIn(today), ({ call }) => call.id)].flatMap(([id, made]) =>
    made.flatMap(({ answer, call }, at) => {
      const [, before] = answers.get(id)?.[at] ?? []
      return before === undefined ? [] : [{ call, changes: changesOf(before, answer) }]
    })
  )
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

const madeIn = ({ exchanges }: RecordedRun) => exchanges.filter((exchange) => exchange.kind === "tool")

const answersOf = (run: RecordedRun): ReadonlyArray<readonly [string, ToolAnswer]> =>
  run.trace === undefined
    ? madeIn(run).map(({ answer, call }) => [call.id, answer])
    : knownResults(driverTrace(run.trace)).map(({ call_id, ...answer }) => [call_id, answer])

/**
 * Where both have structured content, the text only says it again. `_meta` is not for the agent, and not compared. An older passhat
 * recorded no code of an error.
 */
const changesOf = (before: ToolAnswer, after: ToolAnswer): ReadonlyArray<Difference> => {
  const structured = before.structured !== undefined && after.structured !== undefined
  const isCoded = before.error_code !== undefined || !before.is_error
  const compared = ({ _meta, content, error_code, ...answer }: ToolAnswer): Json => ({
    ...(!structured && { content }),
    ...answer,
    ...(isCoded && error_code !== undefined && { error_code })
  })
  return differences(compared(before), compared(after))
}

const worded = ({ after, before, path }: Difference): string =>
  `${path} was ${shown(before)} and is now ${shown(after)}`

const shown = (value: Json | undefined): string => (value === undefined ? "absent" : JSON.stringify(value))
