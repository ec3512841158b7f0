/**
 * The length of the longest common subsequence, 30 positions at a time.
 *
 * Bit-parallel, after Crochemore et al. and Hyyrö: a zero bit in the row marks where the length grows. Elements are
 * small whole numbers, one for each distinct element; with 30 bits a word every sum fits a 32-bit integer.
 */
const BITS = 30
const ONES = (1 << BITS) - 1

export const lcsLength = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => lcsWith(a)(b)

/** Prepares one sequence for comparisons with many others. */
export const lcsWith = (a: ReadonlyArray<number>): ((b: ReadonlyArray<number>) => number) => {
  const { places, slots } = placesOf(a)
  const row = new Int32Array(Math.ceil(a.length / BITS))
  return (b) => {
    row.fill(ONES)
    for (const element of b) {
      const slot = element < slots.length ? slots[element]! : 0
      if (slot > 0) advance(row, places[slot]!)
    }
    return row.reduce((length, word) => length + zeros(word), 0)
  }
}

/** For each element a slot from 1, and for each slot one bit for every position of the element. */
const placesOf = (a: ReadonlyArray<number>) => {
  const slots = new Int32Array(a.reduce((most, element) => Math.max(most, element + 1), 0))
  const places = [new Int32Array()]
  for (const [index, element] of a.entries()) {
    const slot = (slots[element] ||= places.push(new Int32Array(Math.ceil(a.length / BITS))) - 1)
    places[slot]![Math.floor(index / BITS)]! |= 1 << (index % BITS)
  }
  return { places, slots }
}

const advance = (row: Int32Array, matches: Int32Array): void => {
  let carry = 0
  for (let word = 0; word < row.length; word++) {
    const bits = row[word]!
    const hits = bits & matches[word]!
    const sum = bits + hits + carry
    carry = sum >>> BITS
    row[word] = (sum | (bits ^ hits)) & ONES
  }
}

const zeros = (word: number): number => {
  let count = 0
  for (let rest = ~word & ONES; rest !== 0; rest &= rest - 1) count++
  return count
}
