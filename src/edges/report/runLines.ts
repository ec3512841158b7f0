/**
 * A line for each run that is going on: its name, what it waits for and since when, its tokens, and what they cost.
 */
import { escapeLine } from "../../base/std/escape.ts"
import { duration } from "./text/duration.ts"
import { clip, pad, widthOf } from "./text/width.ts"

export interface RunningRun {
  readonly name: string
  /** Undefined if it has just begun. */
  readonly on: string | undefined
  /** Of the calls that are open. */
  readonly tools: ReadonlyArray<string>
  /** How long it has waited for it. */
  readonly forMs: number
  readonly tokens: number
  /** Undefined if the price of its tokens is not known. */
  readonly usd: number | undefined
}

interface Size {
  readonly columns: number
  /** The last one counts the runs that have no line, if there are any. */
  readonly rows: number
}

export const runLines = (running: ReadonlyArray<RunningRun>, { columns, rows }: Size): ReadonlyArray<string> => {
  const shown = running.length <= rows ? running : running.slice(0, rows - 1)
  const cells = shown.map((run) => textsOf(run).map(escapeLine))
  const widths = PARTS.map((part, at) =>
    Math.min(Math.floor(columns * part), Math.max(0, ...cells.map((row) => widthOf(row[at] ?? ""))))
  )
  const lines = cells.map((row) =>
    row
      .map((text, at) => pad(clip(text, widths[at] ?? 0), widths[at] ?? 0))
      .filter((_, at) => widths[at] !== 0)
      .join("  ")
      .trimEnd()
  )
  const more = running.length - shown.length
  return [...lines, ...(more > 0 ? [`... and ${more} more`] : [])].map((line) =>
    clip(escapeLine(`  ${line}`), columns - 1)
  )
}

/** How much of a line each of the texts may take at most, so that none hides those behind it. */
const PARTS = [0.33, 0.26, 0.08, 0.12, 0.1]

/** A wait of less than a second has no duration. */
const textsOf = ({ forMs, name, on, tokens, tools, usd }: RunningRun): ReadonlyArray<string> => {
  const seconds = Math.floor(forMs / 1_000)
  const what = on === "tool" && tools.length > 1 ? "tools" : on
  return [
    name,
    what === undefined ? "" : [what, tools.join(", ")].join(" ").trimEnd(),
    what !== undefined && seconds > 0 ? duration(seconds) : "",
    tokens > 0 ? `${tokens} tokens` : "",
    usd !== undefined && usd > 0 ? usdText(usd) : ""
  ]
}

/** Rounded up: it never shows less than was spent. */
export const usdText = (usd: number): string => {
  const digits = usd < 1 ? 4 : 2
  // What floating point adds to a product is not rounded up.
  return `$${(Math.ceil(usd * 10 ** digits - 1e-6) / 10 ** digits).toFixed(digits)}`
}

/** Undefined if one of them is: a sum of a part would read as the whole. */
export const totalUsd = (all: ReadonlyArray<number | undefined>): number | undefined =>
  all.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)
