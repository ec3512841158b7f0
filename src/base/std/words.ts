/**
 * Sets of words, written as lines of text.
 */

/** The words of some lines, each line separated by single spaces. */
export const words = (...lines: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")))
