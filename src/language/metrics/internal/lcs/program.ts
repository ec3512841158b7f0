/**
 * The inner loop of the longest common subsequence as WebAssembly: two sequences against a third, 64 positions at a
 * time. Every engine computes the same whole numbers; an engine without SIMD gets undefined.
 *
 * Bit-parallel, after Crochemore et al. and Hyyrö: a zero bit in the row marks where the length grows. The two lanes of
 * a vector are the two sequences. The row of one block of 64 positions stays in a register during a pass over the third
 * sequence; the carry of each step is stored for the next block.
 */
import { tryCatch } from "../../../../base/std/tryCatch.ts"

/** Addresses are in bytes. A step is the offset of its element in a block of the table. */
export type LcsProgram = (
  steps: number,
  stepsEnd: number,
  table: number,
  tableEnd: number,
  /** From one block of the table to the next. */
  stride: number,
  /** One zero vector for each step. */
  carries: number,
  /** Where the two lengths are stored, 8 bytes each. */
  lengths: number
) => void

/** The program over `memory`; undefined if the engine cannot compile it. */
export const lcsProgram = (memory: WebAssembly.Memory): LcsProgram | undefined =>
  tryCatch(() => {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary()), { passhat: { memory } })
    return instance.exports["lcs"] as LcsProgram
  })

type Code = ReadonlyArray<number>

/** A whole number in LEB128: seven bits a byte, the least significant first. */
const unsigned = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)])
const vector = (opcode: number, ...rest: Code): Code => [0xfd, ...unsigned(opcode), ...rest]
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content]
const text = (name: string): Code => [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))]

const get = (local: number): Code => [0x20, local]
const set = (local: number): Code => [0x21, local]
const tee = (local: number): Code => [0x22, local]
/** For values below 64, which fit one signed byte. */
const i32 = (value: number): Code => [0x41, value]
const i32Load: Code = [0x28, 2, 0]
const i32Add: Code = [0x6a]
const i32Below: Code = [0x49]
const i64StoreAt = (offset: number): Code => [0x37, 3, offset]
const i64Add: Code = [0x7c]
const i64Count: Code = [0x7b]
const load: Code = vector(0, 4, 0)
const store: Code = vector(11, 4, 0)
const ones: Code = vector(12, ...Array.from({ length: 16 }, () => 255))
const not: Code = vector(77)
const and: Code = vector(78)
const andNot: Code = vector(79)
const or: Code = vector(80)
const shiftRight: Code = vector(205)
const plus: Code = vector(206)
const lane = (index: number): Code => vector(29, index)
/** A loop that repeats while the code leaves a non-zero value. */
const repeat = (...code: ReadonlyArray<Code>): Code => [0x03, 0x40, ...code.flat(), 0x0d, 0, 0x0b]
const count = (index: number, sum: number): Code => [get(row), lane(index), i64Count, get(sum), i64Add, set(sum)].flat()

const [steps, stepsEnd, table, tableEnd, stride, carries, lengths] = [0, 1, 2, 3, 4, 5, 6]
const [step, carry, first, second, row, matches, hits, sum] = [7, 8, 9, 10, 11, 12, 13, 14]

const eachStep: Code = repeat(
  [...get(table), ...get(step), ...i32Load, ...i32Add, ...load, ...tee(matches)],
  [...get(row), ...and, ...tee(hits), ...get(row), ...get(carry), ...load, ...plus, ...plus, ...set(sum)],
  // Hits are part of the row, so the sum carries where a hit was, or where the row lost its highest bit.
  [...get(carry), ...get(row), ...get(sum), ...andNot, ...get(hits), ...or, ...i32(63), ...shiftRight, ...store],
  [...get(row), ...get(matches), ...andNot, ...get(sum), ...or, ...set(row)],
  [...get(carry), ...i32(16), ...i32Add, ...set(carry)],
  [...get(step), ...i32(4), ...i32Add, ...tee(step), ...get(stepsEnd), ...i32Below]
)

const eachBlock: Code = repeat(
  [...ones, ...set(row), ...get(steps), ...set(step), ...get(carries), ...set(carry)],
  eachStep,
  [...get(row), ...not, ...set(row), ...count(0, first), ...count(1, second)],
  [...get(table), ...get(stride), ...i32Add, ...tee(table), ...get(tableEnd), ...i32Below]
)

const locals: Code = [3, 2, 0x7f, 2, 0x7e, 4, 0x7b]
const results: Code = [
  ...get(lengths),
  ...get(first),
  ...i64StoreAt(0),
  ...get(lengths),
  ...get(second),
  ...i64StoreAt(8)
]
const body: Code = [...locals, ...eachBlock, ...results, 0x0b]

const magic: Code = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

const binary = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...magic,
    ...section(1, [1, 0x60, 7, ...Array.from({ length: 7 }, () => 0x7f), 0]),
    ...section(2, [1, ...text("passhat"), ...text("memory"), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text("lcs"), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body])
  ])
