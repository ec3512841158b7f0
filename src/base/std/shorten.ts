/**
 * Shortens a text to `max` code points; a shortened text ends in three dots.
 */

export const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text
  // A code point takes at most two units, so this slice is enough to see whether there are more than `max`.
  const start = Array.from(text.slice(0, 2 * (max + 1)))
  return start.length <= max ? text : `${start.slice(0, Math.max(0, max - 3)).join("")}...`
}

/** The length of a text in code points: an emoji counts once, on every runtime. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
