/**
 * Finds the known word that a misspelt word probably means.
 */

/** Undefined if every candidate differs in more than a third of the word's letters, and in more than two. */
export const nearest = (word: string, candidates: ReadonlyArray<string>): string | undefined => {
  const most = Math.max(2, Math.floor(word.length / 3))
  const ranked = candidates
    // The distance is at least the difference in length, and takes long to compute for a long word.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((one) => one.distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** An unknown word in quotes, with the known word that it probably means. */
export const quoteUnknown = (word: string, known: ReadonlyArray<string>): string => {
  const close = nearest(word, known)
  return close === undefined ? `"${word}"` : `"${word}" (did you mean "${close}"?)`
}

/**
 * True if a word is one of the known words with a slip in it: a letter more, less or other, two letters swapped, or other separators. A word
 * of three letters such as `get` is as likely to be meant (`set`).
 */
export const isSlip = (word: string, known: ReadonlyArray<string>): boolean =>
  known.some((one) => one !== word && (lettersOf(one) === lettersOf(word) || partsSlip(partsOf(word), partsOf(one))))

const partsSlip = (parts: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  parts.length === others.length &&
  parts.every((part, at) => {
    const other = others[at] ?? ""
    if (part === other) return true
    if (Math.min(part.length, other.length) < 4 || Math.abs(part.length - other.length) > 1) return false
    const apart = distance(part, other)
    return apart === 1 || (apart === 2 && [...part].toSorted().join() === [...other].toSorted().join())
  })

const lettersOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase()
const partsOf = (name: string): ReadonlyArray<string> => name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)

/** The Levenshtein distance, one row at a time. */
const distance = (a: string, b: string): number =>
  [...a].reduce(
    (above, letter, i) =>
      [...b].reduce<ReadonlyArray<number>>(
        (row, other, j) => [
          ...row,
          Math.min((row[j] ?? 0) + 1, (above[j + 1] ?? 0) + 1, (above[j] ?? 0) + (letter === other ? 0 : 1))
        ],
        [i + 1]
      ),
    Array.from({ length: b.length + 1 }, (_, j) => j) as ReadonlyArray<number>
  )[b.length] ?? 0
