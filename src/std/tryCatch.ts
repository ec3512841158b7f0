/**
 * The one place that catches: code that may throw, as a value.
 */

/** What `make` returns, or what is made of what it threw: undefined if `otherwise` is left out. */
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
