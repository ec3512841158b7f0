/**
 * The first thing that a person at a terminal sees, written before anything that takes time is loaded.
 */
import process from "node:process"

let isShown = false

/** The cursor goes back to its start, so that whatever is written next stands in its place. */
export const showLife = (): void => {
  if (process.stderr.isTTY !== true) return
  isShown = true
  process.stderr.write("loading suites ...\r")
}

export const clearLife = (): void => {
  if (isShown) process.stderr.write("\u001b[K")
  isShown = false
}
