/**
 * Small pieces of text joined into portions that are worth a write each.
 */

/** Some tens of kilobytes: a write costs little against it, and it is soon forgotten. */
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
