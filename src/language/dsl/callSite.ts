/**
 * Where in a suite a gate was made: an Error whose stack is read only when a report needs it.
 */

/** Runtimes build the text of a stack when it is first read, so that capturing one costs next to nothing. */
export type CallSite = Error

/** Runtimes keep ten frames by default, too few to reach the suite through helpers of its own. */
const FRAMES = 64

/** Never throws, not even if the suite has frozen `Error`. */
export const captureCallSite = (): CallSite => {
  const usual = Error.stackTraceLimit
  Reflect.set(Error, "stackTraceLimit", FRAMES)
  const here = new Error("gate made here")
  Reflect.set(Error, "stackTraceLimit", usual)
  return here
}
