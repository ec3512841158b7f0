/**
 * The length of a text in code points: an emoji counts once, on every runtime.
 */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
