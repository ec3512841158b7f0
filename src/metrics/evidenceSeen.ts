/**
 * A set of the digits by which runs are known. Millions of them are looked up, so that they are kept as numbers in one table without
 * a string or an object for each.
 */

/** Hexadecimal digits of a run. Of a thousand runs two have the same digits with a chance of one in eight thousand: one of them is not counted. */
export const EVIDENCE_DIGITS = 8

/** For at most `most` runs: whether the digits that begin at a place of a text were not given before. */
export const evidenceSeen = (most: number): ((text: string, from: number) => boolean) => {
  let size = 16
  while (size < 2 * most) size *= 2
  /** The digits of each run plus one, at the first free place behind the one that they name; 0 is free. */
  const table = new Float64Array(size)
  return (text, from) => {
    const value = valueOf(text, from)
    let at = value % size
    for (let held = table[at]; held !== 0; held = table[at]) {
      if (held === value + 1) return false
      at = at + 1 === size ? 0 : at + 1
    }
    table[at] = value + 1
    return true
  }
}

const valueOf = (text: string, from: number): number => {
  let value = 0
  for (let at = from; at < from + EVIDENCE_DIGITS; at++) {
    const code = text.charCodeAt(at)
    value = (value << 4) | (code <= NINE ? code - ZERO : code - A + 10)
  }
  return value >>> 0
}

const [ZERO, NINE, A] = [48, 57, 97]
