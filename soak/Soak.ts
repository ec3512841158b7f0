/**
 * A soak: a promise of passhat, tried many times on the real product, and the sabotages that must break it.
 */

export interface Soak {
  readonly name: string
  /** One sentence, as docs/reliability.md prints it. */
  readonly promise: string
  /** What is counted, in the plural: "kills of a recording process". */
  readonly trials: string
  /** At least one: a promise that nothing can break says nothing. */
  readonly sabotages: ReadonlyArray<Sabotage>
  readonly run: (options: SoakOptions) => Promise<Outcome>
}

export interface SoakOptions {
  /** The form whose figures are published. The short form makes fewer trials of the same kinds, for `npm run test:matrix`. */
  readonly long: boolean
  /** Every random choice follows from it. */
  readonly seed: number
  /** Tells a person at a terminal how far it is. */
  readonly say: (line: string) => void
}

export interface Outcome {
  /** Trials that came to their end. A soak without trials is red. */
  readonly tried: number
  /** A sentence each, with what is needed to repeat it: the trial, what was promised, what was seen. */
  readonly offences: ReadonlyArray<string>
  /** Measured beside it, by name: `"peak memory": "212 MiB"`. */
  readonly figures?: Readonly<Record<string, string | number>>
  /** Trials that this machine could not make, and why: "no strace". */
  readonly leftOut?: string
}

/** One replacement in one file of `src`: the product is broken by it, and the soak must see it. */
export interface Sabotage {
  readonly name: string
  /** What is broken then: "a cassette is written in place". */
  readonly breaks: string
  /** A path from the root of the checkout. */
  readonly file: string
  /** A text that occurs exactly once in the file. */
  readonly find: string
  readonly put: string
}
