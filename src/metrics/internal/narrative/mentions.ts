/**
 * Which of some words a text holds, in any inflection; quotations and code count, and so do the parts of a name in it.
 */
import { humps, words } from "./parts.ts"
import { stem } from "./stem.ts"

export const mentioned = (text: string, wanted: ReadonlySet<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const word of words(text)) {
    for (const part of [word, ...humps(word)]) {
      const token = stem(part)
      if (wanted.has(token)) found.add(token)
    }
  }
  return found
}
