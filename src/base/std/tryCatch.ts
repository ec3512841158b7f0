/**
 * The one place that throws and catches.
 */

/** Returns what `make` returns; if it throws, what `otherwise` returns, by default undefined. */
export const tryCatch = <A, B = undefined>(
  make: () => A,
  otherwise: (thrown: unknown) => B = () => undefined as B
): A | B => {
  try {
    return make()
  } catch (thrown) {
    return otherwise(thrown)
  }
}

/** Does work that may throw. If it does, cleans up before the error goes on. */
export const cleanUp = <A>(work: () => A, clean: () => void): A => {
  let isDone = false
  try {
    const made = work()
    isDone = true
    return made
  } finally {
    if (!isDone) tryCatch(clean)
  }
}

/** Throws. For a use of the public names that no plan could report later. */
export const raise = (message: string, name = "TypeError"): never => {
  throw Object.assign(new TypeError(message), name === "TypeError" ? {} : { name })
}
