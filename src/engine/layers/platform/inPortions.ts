/**
 * Joins small pieces of text into portions, so that each write is worth its cost.
 */

/** In UTF-16 units: large against the cost of a write, small against the memory. */
const PORTION = 1 << 16

export function* inPortions(text: string | Iterable<string>): Iterable<string> {
  if (typeof text === "string") return yield text
  const portions = portionsOf()
  for (const piece of text) yield* portions.add(piece)
  yield* portions.rest()
}

export interface Portions {
  /** The portion that the piece fills, if it does. */
  readonly add: (piece: string) => ReadonlyArray<string>
  /** What fills no portion yet. */
  readonly rest: () => ReadonlyArray<string>
}

export const portionsOf = (): Portions => {
  let portion = ""
  const rest = (): ReadonlyArray<string> => {
    const given = portion
    portion = ""
    return given === "" ? [] : [given]
  }
  const add = (piece: string): ReadonlyArray<string> => {
    portion += piece
    return portion.length < PORTION ? [] : rest()
  }
  return { add, rest }
}
