/**
 * What is wrong with a suite, and the way out, before it is known where it stands.
 */
export interface Problem {
  readonly what: string
  readonly hint: string
}
