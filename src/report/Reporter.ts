/**
 * A reporter turns a report into text, a piece at a time: the report of a million runs is never one string.
 *
 * Where the text goes is the command line's business.
 */
import type { Event } from "../domain/Event.ts"
import type { Report } from "../domain/Verdict.ts"

export interface Reporter {
  readonly name: string
  /** Whether its verbose output shows traces, so that they are worth attaching. */
  readonly showsTraces?: boolean
  /** Whether it shows every trace and what is made of it, verbose or not. */
  readonly showsAnalysis?: boolean
  /** Whether it shows where gates are written even if they passed. */
  readonly showsLocations?: boolean
  /** Whether it may stand on standard output beside another report for people. */
  readonly forPeople?: boolean
  /** What it adds to the summary of a CI job, in Markdown. */
  readonly summary?: (report: Report, options: RenderOptions) => Iterable<string>
  /** Words what happens while it happens. Its render is for reports that are finished. */
  readonly follow?: (event: Event) => string
  readonly render: (report: Report, options: RenderOptions) => Iterable<string>
}

/** For readers at a terminal; formats for machines may ignore them. */
export interface RenderOptions {
  readonly color: boolean
  /** How many columns a line has; infinite where nobody knows. */
  readonly width: number
  readonly verbose: boolean
  readonly quiet: boolean
}
