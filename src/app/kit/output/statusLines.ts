/**
 * The lines that a terminal shows until there is a result: that suites are loaded, then how far they are. What else is written
 * takes their place, and they are drawn again below it.
 */
import { writeSync } from "node:fs"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { streamAt, terminalAt } from "./terminal.ts"

/** A line, and how many columns it takes. */
export interface StatusLine {
  readonly text: string
  readonly columns: number
}

interface Shown {
  readonly lines: ReadonlyArray<StatusLine>
  /** Whether the cursor is at the start of the first line; else it is at the end of the last. */
  readonly isAtStart: boolean
}

let shown: Shown | undefined
/** Whether the cursor is behind a text that is no line yet. */
let isBehindText = false

/** Moves the cursor back to the start of the line, so that what is written next replaces it. */
export const showLoading = (): void => {
  if (terminalAt(2) === undefined) return
  const text = "loading suites ..."
  shown = { lines: [{ text, columns: text.length }], isAtStart: true }
  write(`${text}\r`)
}

/** In place of those before. There has to be a terminal. */
export const showStatus = (lines: ReadonlyArray<StatusLine>): void => {
  const back = toStart() + (isBehindText ? "\n" : "")
  const below = rowsOf(shown) > 1 ? BELOW : ""
  shown = { lines, isAtStart: false }
  isBehindText = false
  write(`${back}${lines.map(({ text }) => `${text}${REST}`).join("\n")}${below}`)
}

/** Before anything else is written to the terminal. */
export const clearStatus = (): void => {
  if (shown === undefined) return
  const cleared = `${toStart()}${rowsOf(shown) > 1 ? BELOW : REST}`
  shown = undefined
  write(cleared)
}

/** `text` was written in place of the lines. */
export const writtenInstead = (text: string): void => {
  if (text !== "") isBehindText = !text.endsWith("\n")
}

/** Erase the rest of the line, and the rest of the screen. */
const REST = "\u001b[K"
const BELOW = "\u001b[J"

const toStart = (): string => {
  if (shown === undefined) return isBehindText ? "" : "\r"
  if (shown.isAtStart) return ""
  const rows = rowsOf(shown)
  return rows > 1 ? `\r\u001b[${rows - 1}A` : "\r"
}

/** A terminal that became narrower since has broken the lines that no longer fit. */
const rowsOf = (drawn: Shown | undefined): number => {
  const { columns = 0 } = streamAt(2)
  return (drawn?.lines ?? []).reduce(
    (sum, line) => sum + (columns > 0 ? Math.max(1, Math.ceil(line.columns / columns)) : 1),
    0
  )
}

/** At once, since the process may be about to end; a terminal takes it all. */
const write = (text: string): void => void tryCatch(() => writeSync(2, text))
