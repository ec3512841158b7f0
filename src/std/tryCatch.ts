/**
 * The one place that throws and catches.
 */

/** What it gives, or what is made of what it threw; nothing unless said. */
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

/** Throws. For a use of the public names that no plan could report later. */
export const raise = (message: string): never => {
  throw new TypeError(message)
}
