/**
 * The lengths of the longest common subsequences of all pairs of many sequences.
 *
 * Few or short sequences are compared in JavaScript, many long ones in WebAssembly. Both give the same whole numbers.
 */
import { lcsWith } from "./lcs.ts"
import { type LcsProgram, lcsProgram } from "./program.ts"

/** Elements are small whole numbers, one for each distinct element. */
type Sequence = ReadonlyArray<number>

type Visit = (a: number, b: number, length: number) => void

/** From how much work on WebAssembly is faster, in steps of 64 positions. */
const WORTH_IT = 1_000_000

/** The most memory that WebAssembly may use, in bytes. */
const MAX_MEMORY = 256 * 1024 * 1024

/** Visits every pair of sequences once, by index, the smaller index first. */
export const eachLcs = (sequences: ReadonlyArray<Sequence>, visit: Visit): void => {
  const layout = layoutFor(sequences)
  const isWorthIt = layout.blocks * layout.longest * sequences.length * sequences.length > 2 * WORTH_IT
  const program = isWorthIt && layout.size <= MAX_MEMORY ? prepare(layout) : undefined
  if (program === undefined) oneByOne(sequences, visit)
  else twoByTwo(sequences, visit, layout, program)
}

export const oneByOne = (sequences: ReadonlyArray<Sequence>, visit: Visit): void => {
  for (const [a, sequence] of sequences.entries()) {
    const commonWith = lcsWith(sequence)
    for (let b = a + 1; b < sequences.length; b++) visit(a, b, commonWith(sequences[b]!))
  }
}

/** Addresses in the memory of the WebAssembly program, after the two lengths. */
interface Layout {
  readonly longest: number
  /** How many blocks of 64 positions the longest sequence has. */
  readonly blocks: number
  /** The size of one block of the table: a vector for every element. */
  readonly stride: number
  readonly table: number
  readonly carries: number
  readonly steps: number
  readonly size: number
}

const VECTOR = 16

const layoutFor = (sequences: ReadonlyArray<Sequence>): Layout => {
  let [longest, elements] = [0, 0]
  for (const sequence of sequences) {
    longest = Math.max(longest, sequence.length)
    for (const element of sequence) elements = Math.max(elements, element + 1)
  }
  const blocks = Math.ceil(longest / 64)
  const stride = elements * VECTOR
  const table = VECTOR
  const carries = table + blocks * stride
  const steps = carries + longest * VECTOR
  return { longest, blocks, stride, table, carries, steps, size: steps + sequences.length * longest * 4 }
}

interface Prepared {
  readonly lcs: LcsProgram
  readonly words: Int32Array
}

const prepare = ({ size }: Layout): Prepared | undefined => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(size / 65_536) })
  const lcs = lcsProgram(memory)
  return lcs === undefined ? undefined : { lcs, words: new Int32Array(memory.buffer) }
}

/** Compares two neighbouring sequences at a time with every later one. */
export const twoByTwo = (
  sequences: ReadonlyArray<Sequence>,
  visit: Visit,
  layout = layoutFor(sequences),
  prepared = prepare(layout)
): void => {
  if (prepared === undefined) return oneByOne(sequences, visit)
  const { carries, longest, steps, stride, table } = layout
  const { lcs, words } = prepared
  const stepsOf = (at: number): number => steps + at * longest * 4
  for (const [at, sequence] of sequences.entries()) {
    for (const [position, element] of sequence.entries()) words[stepsOf(at) / 4 + position] = element * VECTOR
  }
  for (let a = 0; a < sequences.length; a += 2) {
    const pair = [sequences[a] ?? [], sequences[a + 1] ?? []]
    const blocks = Math.ceil(Math.max(...pair.map(({ length }) => length)) / 64)
    fillTable(words, layout, pair)
    for (let b = a + 1; b < sequences.length; b++) {
      const { length } = sequences[b]!
      const isEmpty = length === 0 || blocks === 0
      if (!isEmpty) {
        words.fill(0, carries / 4, (carries + length * VECTOR) / 4)
        lcs(stepsOf(b), stepsOf(b) + length * 4, table, table + blocks * stride, stride, carries, 0)
      }
      visit(a, b, isEmpty ? 0 : words[0]!)
      if (b > a + 1) visit(a + 1, b, isEmpty ? 0 : words[2]!)
    }
  }
}

/** Sets one bit for every position of an element, by block, element and lane. */
const fillTable = (words: Int32Array, { carries, stride, table }: Layout, pair: ReadonlyArray<Sequence>): void => {
  words.fill(0, table / 4, carries / 4)
  for (const [lane, sequence] of pair.entries()) {
    for (const [position, element] of sequence.entries()) {
      const at = table + (position >> 6) * stride + element * VECTOR + lane * 8 + ((position >> 5) & 1) * 4
      words[at / 4]! |= 1 << (position & 31)
    }
  }
}
