/**
 * A type that says what is missing.
 */

/** No value has this type. The compiler quotes it: "... but required in type 'Needs<"two or more runs">'". */
export interface Needs<What> {
  readonly "~needs": What
}
