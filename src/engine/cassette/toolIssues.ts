/**
 * The issues of a cell whose servers list other tools than its recording: each is reported once, however many runs meet it.
 */
import type { Header, ServerInfo } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { notice } from "../../base/domain/issues.ts"
import { type ToolChange, toolChanges, unrecordedServers } from "./toolChanges.ts"

export interface ToolIssues {
  /** Compares what the servers listed for one run. A server that could not be opened is not among them. */
  readonly compare: (header: Pick<Header, "servers" | "version">, today: ReadonlyArray<ServerInfo>) => void
  readonly all: () => ReadonlyArray<Issue>
}

export const toolIssues = (file: string, issueOf: (change: ToolChange) => Issue): ToolIssues => {
  const found = new Map<string, Issue>()
  const add = (one: Issue) => found.set(one.message, one)
  return {
    compare: ({ servers, version }, today) => {
      for (const change of toolChanges(servers, today)) add(issueOf(change))
      // Of an older version, a notice of its own says so.
      if (version === 1) return
      for (const server of unrecordedServers(servers, today)) add(unknown(file, server))
    },
    all: () => [...found.values()]
  }
}

const unknown = (file: string, server: string): Issue =>
  notice(
    "TOOLS_UNKNOWN",
    `${file} does not say which tools ${server} listed, so whether they have changed is not known.`,
    "Record it again with --record."
  )
