/**
 * The only try and catch of src: calls code that may throw.
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
