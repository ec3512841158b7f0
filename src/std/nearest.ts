/**
 * The known word that a misspelt one was probably meant to be.
 */

/** Nothing when every candidate is further away than a third of the word. */
export const nearest = (word: string, candidates: ReadonlyArray<string>): string | undefined => {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((one) => one.distance <= Math.max(2, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** Levenshtein's, one row at a time. */
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
