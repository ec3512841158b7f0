/**
 * Published runs of other benchmarks, as `passhat import` reads them: MCPMark, tau-bench and tau2-bench.
 */
import { importedRuns } from "../../../bench/workload/importedRuns.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import type { FormatName } from "../../../src/features/import/formats/formats.ts"

export interface PublishedRun {
  readonly id: string
  readonly server: string
  readonly trace: Trace
}

/** Every tool that a run of the same server called. */
export const offeredIn = (runs: ReadonlyArray<PublishedRun>, server: string) => {
  const names = new Set(
    runs.filter((run) => run.server === server).flatMap(({ trace }) => trace.tool_calls.map(({ name }) => name))
  )
  return Array.from(names, (name) => ({ server, name }))
}

export const mcpmarkRuns = (folder: string): ReadonlyArray<PublishedRun> =>
  importedRuns("mcpmark", folder).map(({ agent = "", task, trace, trial }) => ({
    id: `${agent}/${task}/run-${trial}`,
    server: agent,
    trace
  }))

/** Errors are inferred: tau-bench says them in words only. The server is named by the domain of the file. */
export const tauRuns = (format: FormatName, file: string, server: string): ReadonlyArray<PublishedRun> =>
  importedRuns(format, file, { inferErrors: true }).map(({ task, trace, trial = 1 }) => ({
    id: `${server}/${task}/${trial - 1}`,
    server,
    trace: { ...trace, tool_calls: trace.tool_calls.map((call) => ({ ...call, server })) }
  }))
