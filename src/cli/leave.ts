/**
 * How the process ends once everything is said.
 */
import process from "node:process"
import { setTimeout } from "node:timers"

/** Sets the code and lets the process end by itself; whatever is still open then is given two seconds. */
export const leave = (code: number): void => {
  process.exitCode = code
  setTimeout(() => process.exit(code), 2_000).unref()
}
