/**
 * A reporter turns a report into text. It yields the text piece by piece, because the report of a million runs is longer than
 * one string may be.
 *
 * The command line decides where the text goes.
 */
import type { Event } from "../../base/domain/verdict/Event.ts"
import type { Comparison } from "../../base/domain/verdict/Comparison.ts"
import type { Trends } from "../../base/domain/verdict/History.ts"
import type { Report } from "../../base/domain/verdict/Verdict.ts"

export interface Reporter {
  readonly name: string
  /** True if verbose output shows traces: the command line then attaches them to the report. */
  readonly showsTraces?: boolean
  /** True if it shows every trace and its analysis, verbose or not. */
  readonly showsAnalysis?: boolean
  /** True if it shows where gates are written even if they passed. */
  readonly showsLocations?: boolean
  /** True if it shows what is different from a baseline. */
  readonly showsBaseline?: boolean
  /** True if it shows the trends of a history. */
  readonly showsTrends?: boolean
  /** True if it may share standard output with another reporter for people. */
  readonly forPeople?: boolean
  /** True if each line is a request of its own, which can be sent to an address instead of being written. */
  readonly isSent?: boolean
  /** Yields Markdown for the summary of a CI job. */
  readonly summary?: (report: Report, options: RenderOptions) => Iterable<string>
  /** Turns an event into text while the suites run. `render` is then used for finished reports only. */
  readonly follow?: (event: Event) => string
  readonly render: (report: Report, options: RenderOptions) => Iterable<string>
}

/** For readers at a terminal; formats for machines may ignore them. */
export interface RenderOptions {
  readonly color: boolean
  /** Columns of a line; Infinity if the width is unknown. */
  readonly width: number
  readonly verbose: boolean
  readonly quiet: boolean
  /** When it is made, in milliseconds since 1970, for formats that say so. */
  readonly time?: number
  readonly baseline?: Baseline
  readonly trends?: Trends
}

/** An earlier report, and what a comparison of its runs with those of the report shows. */
export interface Baseline {
  /** How readers know it: the path that was given. */
  readonly name: string
  readonly report: Report
  readonly comparison: Comparison
}
