/**
 * Looks for many words in character codes at once, by the algorithm of Wu and Manber: a table of all pairs of characters says
 * how far the search can move on, so that most characters are never looked at.
 */

export interface Word {
  readonly text: string
  /** Which codes of a text count as equal to a code of the word. */
  readonly alphabet: Alphabet
}

/** From a code of the text to the code that a word has there. */
export type Alphabet = (code: number) => number

export interface WordFinder {
  /** In characters. */
  readonly shortest: number
  readonly longest: number
  /** Calls `found` for every word that begins at `from` or later, before `to`, and is complete before `length`. */
  readonly find: (codes: Uint16Array, range: Range, found: (start: number, end: number, word: number) => void) => void
}

export interface Range {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Every word has two characters or more. */
export const wordFinder = (words: ReadonlyArray<Word>): WordFinder => {
  const lengths = words.map(({ text }) => text.length)
  const shortest = Math.min(...lengths)
  const shifts = new Uint16Array(PAIRS).fill(Math.min(shortest - 1, 0xffff))
  /** By the last pair of the part that all words are long enough for. */
  const endings = new Map<number, Array<number>>()
  const codesOf = words.map(({ text }) => Uint16Array.from(text, (_, at) => text.charCodeAt(at)))
  for (const [word, codes] of codesOf.entries()) {
    for (let at = 0; at <= shortest - 2; at++) {
      const pair = pairAt(codes, at)
      shifts[pair] = Math.min(shifts[pair]!, shortest - 2 - at)
    }
    const ending = pairAt(codes, shortest - 2)
    endings.set(ending, [...(endings.get(ending) ?? []), word])
  }

  const isAt = (codes: Uint16Array, at: number, word: number): boolean => {
    const [wanted, { alphabet }] = [codesOf[word]!, words[word]!]
    for (let from = 0; from < wanted.length; from++) if (alphabet(codes[at + from]!) !== wanted[from]) return false
    return true
  }

  const find: WordFinder["find"] = (codes, { from, length, to }, found) => {
    const end = Math.min(to, length - shortest + 1)
    for (let at = from; at < end;) {
      const pair = pairAt(codes, at + shortest - 2)
      const shift = shifts[pair]!
      if (shift > 0) at += shift
      else {
        for (const word of endings.get(pair) ?? []) {
          const last = at + lengths[word]!
          if (last <= length && isAt(codes, at, word)) found(at, last, word)
        }
        at++
      }
    }
  }
  return { shortest, longest: Math.max(...lengths), find }
}

/** Pairs are compared without what alphabets leave out: case, and the signs in which the forms of base64 differ. */
const folded = new Uint8Array(256)
for (let code = 0; code < folded.length; code++) {
  folded[code] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code === 0x2d ? 0x2b : code === 0x5f ? 0x2f : code
}

const PAIRS = 0x10000

const pairAt = (codes: Uint16Array, at: number): number =>
  (folded[codes[at]! & 0xff]! << 8) | folded[codes[at + 1]! & 0xff]!
