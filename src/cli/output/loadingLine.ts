/**
 * The line that a terminal shows while suites are loaded.
 */
import { streamAt, terminalAt } from "./terminal.ts"

let isShown = false

/** Moves the cursor back to the start of the line, so that what is written next replaces it. */
export const showLoading = (): void => {
  const terminal = terminalAt(2)
  if (terminal === undefined) return
  isShown = true
  terminal.write("loading suites ...\r")
}

export const clearLoading = (): void => {
  if (isShown) streamAt(2).write("\u001b[K")
  isShown = false
}
