/**
 * A reader of passhat under trial: files as passhat writes them or users do, and what it makes of changed ones.
 */

export interface Reader {
  /** A name of `soak/subjects/files.ts`. */
  readonly name: string
  /** Files that it reads without a complaint. */
  readonly seeds: ReadonlyArray<Uint8Array>
  /** Gives changed bytes to the product. The number is that of the seed. Throws what the product throws. */
  readonly read: (bytes: Buffer, seed: number) => Promise<Seen>
  /** Files that were thought of and not found by chance, each made of a seed. They are tried before all others. */
  readonly attacks?: ReadonlyArray<Attack>
  /** What a refusal has to name beside saying what is wrong, unless it is about the file as a whole. */
  readonly place: RegExp
}

export interface Attack {
  readonly name: string
  readonly seed: number
  readonly bytes: Uint8Array
}

export interface Seen {
  /** What a user would read: empty if the file was taken. */
  readonly refusals: ReadonlyArray<string>
  /** Why the file should not have been taken as it was: a false pass, a value that is not in it. */
  readonly wrong?: string
  /** Whether it came out green. */
  readonly passed?: boolean
}

export const bytesOf = (...texts: ReadonlyArray<string>): ReadonlyArray<Uint8Array> =>
  texts.map((text) => Buffer.from(text))
