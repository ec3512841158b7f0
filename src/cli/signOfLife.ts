/**
 * The first thing that a person at a terminal sees, written before anything that takes time is loaded.
 */
import { streamAt, terminalAt } from "./terminal.ts"

let isShown = false

/** The cursor goes back to its start, so that whatever is written next stands in its place. */
export const showLife = (): void => {
  const terminal = terminalAt(2)
  if (terminal === undefined) return
  isShown = true
  terminal.write("loading suites ...\r")
}

export const clearLife = (): void => {
  if (isShown) streamAt(2).write("\u001b[K")
  isShown = false
}
