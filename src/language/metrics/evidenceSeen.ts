/**
 * The digits by which runs are known, and a set of them. Millions are looked up, so that they are kept as numbers in one table without
 * a string or an object for each.
 */

/** Hexadecimal digits of a run. Of a thousand runs two have the same digits with a chance of one in eight thousand: one of them is not counted. */
export const EVIDENCE_DIGITS = 8

/** The digits that begin at a place of a text, as a number of 32 bits. */
export const evidenceAt = (text: string, from: number): number => {
  let value = 0
  for (let at = from; at < from + EVIDENCE_DIGITS; at++) {
    value = (value << 4) | digits[text.charCodeAt(at) & 127]!
  }
  return value
}

/** What a character stands for. */
const digits = Uint8Array.from({ length: 128 }, (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code)) & 15)

/** For at most `most` runs: whether a number was not given before. */
export const evidenceSeen = (most: number): ((evidence: number) => boolean) => {
  let size = 16
  while (size < 2 * most) size *= 2
  /** Each number, at the first free place behind the one that its last bits name; 0 is free. */
  const table = new Int32Array(size)
  let hasZero = false
  return (evidence) => {
    if (evidence === 0) {
      const isNew = !hasZero
      hasZero = true
      return isNew
    }
    let at = evidence & (size - 1)
    for (let held = table[at]; held !== 0; held = table[at]) {
      if (held === evidence) return false
      at = (at + 1) & (size - 1)
    }
    table[at] = evidence
    return true
  }
}
