/**
 * The one place that catches: code that may throw, as a value.
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
