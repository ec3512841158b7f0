/**
 * Everything of passhat that listens or connects, by the module that does it. What opens a new connection adds a line.
 */

export interface Endpoint {
  readonly name: string
  /** The module of `src` that opens it. */
  readonly file: string
  readonly listens: boolean
}

export const endpoints: ReadonlyArray<Endpoint> = []
