/**
 * Joins small pieces of text into portions, so that each write is worth its cost.
 */

/** In UTF-16 units: large against the cost of a write, small against the memory. */
const PORTION = 1 << 16

export function* inPortions(text: string | Iterable<string>): Iterable<string> {
  if (typeof text === "string") return yield text
  let portion = ""
  for (const piece of text) {
    portion += piece
    if (portion.length < PORTION) continue
    yield portion
    portion = ""
  }
  if (portion !== "") yield portion
}
