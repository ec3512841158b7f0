/**
 * Where in a suite a combinator was written: the stack at that moment, kept unread until a report asks for it.
 */

/** Its stack is text only once somebody reads it, so that keeping one costs next to nothing. */
export type Written = Error

/** Deep enough to reach the top of a suite through any helpers of its own; runtimes keep ten frames unless told. */
const FRAMES = 64

/** Never throws, not even where the runtime's own objects are frozen. */
export const written = (): Written => {
  const usual = Error.stackTraceLimit
  Reflect.set(Error, "stackTraceLimit", FRAMES)
  const here = new Error("written here")
  Reflect.set(Error, "stackTraceLimit", usual)
  return here
}
