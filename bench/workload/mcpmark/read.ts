/**
 * MCPMark's published runs as recorded runs of a driver.
 */
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { groupBy } from "../../../src/base/std/groupBy.ts"
import { namedRuns } from "../importedRuns.ts"

export interface PublishedTask {
  readonly name: string
  readonly server: string
  readonly prompt: string
  readonly runs: ReadonlyArray<RecordedRun>
}

/** Tasks of which every run has messages; one with a run that never began has no verdict, whatever the gates. */
export const readMcpmark = (folder: string): ReadonlyArray<PublishedTask> => {
  const tasks = groupBy(namedRuns("mcpmark", folder), ({ agent, task }) => `${agent}/${task}`)
  return [...tasks.values()]
    .map((runs) => ({
      named: runs.length,
      runs: runs.filter((run) => run.kind === "run").filter(({ trace }) => trace.conversation.turns.length > 0)
    }))
    .filter(({ named, runs }) => runs.length === named)
    .map(({ runs }) => ({
      name: runs[0]!.task ?? "",
      server: runs[0]!.agent ?? "",
      prompt: runs[0]!.prompt,
      runs: runs.map(({ outcome, trace, trial }) => ({
        index: trial ?? 0,
        outcome: { status: "completed" },
        exchanges: [],
        trace,
        observations: {
          verdict: { is_error: false, content: [], structured: { success: outcome?.passed === true }, timed_out: false }
        }
      }))
    }))
}
