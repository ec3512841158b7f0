/**
 * Writes one block of DEFLATE with codes of its own: the codes, the symbols, and the symbol of its end.
 */
import type { BitWriter } from "./bitWriter.ts"
import { codeLengths, codesOf } from "./codeLengths.ts"

/** By code from 257 and from 0 on: the least length or distance, and how many bits are added to it. */
interface Steps {
  readonly least: ReadonlyArray<number>
  readonly extra: ReadonlyArray<number>
}

const END = 256
/** The order in which the lengths of the codes for lengths are written: those that are often absent are last. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** `symbols` are those of `matchesIn`. */
export const writeBlock = (bits: BitWriter, symbols: Uint32Array): void => {
  const literals = Array.from({ length: 286 }, () => 0)
  const distances = Array.from({ length: 30 }, () => 0)
  for (const symbol of symbols) {
    if (symbol < 256) literals[symbol]!++
    else {
      literals[257 + lengthCode[symbol >>> 16]!]!++
      distances[distanceCode(symbol & 0xff_ff)]!++
    }
  }
  literals[END] = 1
  const [literalLengths, distanceLengths] = [codeLengths(literals, 15), codeLengths(distances, 15)]
  const [literalCodes, distanceCodes] = [codesOf(literalLengths), codesOf(distanceLengths)]
  bits.write(0b100, 3)
  writeCodes(bits, upToLast(literalLengths, 257), upToLast(distanceLengths, 1))
  for (const symbol of symbols) {
    if (symbol < 256) {
      bits.write(literalCodes[symbol]!, literalLengths[symbol]!)
      continue
    }
    const [length, distance] = [symbol >>> 16, symbol & 0xff_ff]
    const at = lengthCode[length]!
    bits.write(literalCodes[257 + at]!, literalLengths[257 + at]!)
    bits.write(length - lengths.least[at]!, lengths.extra[at]!)
    const way = distanceCode(distance)
    bits.write(distanceCodes[way]!, distanceLengths[way]!)
    bits.write(distance - far.least[way]!, far.extra[way]!)
  }
  bits.write(literalCodes[END]!, literalLengths[END]!)
}

const upToLast = (codes: ReadonlyArray<number>, least: number): ReadonlyArray<number> =>
  codes.slice(0, Math.max(least, codes.findLastIndex((length) => length > 0) + 1))

/** The lengths of both codes as one list, in which repetitions are codes themselves. */
const writeCodes = (bits: BitWriter, literals: ReadonlyArray<number>, distances: ReadonlyArray<number>): void => {
  const runs = runsOf([...literals, ...distances])
  const counts = ORDER.map((_, code) => runs.filter((run) => run.code === code).length)
  const codeSizes = codeLengths(counts, 7)
  const codes = codesOf(codeSizes)
  const listed = Math.max(4, ORDER.findLastIndex((code) => codeSizes[code]! > 0) + 1)
  bits.write(literals.length - 257, 5)
  bits.write(distances.length - 1, 5)
  bits.write(listed - 4, 4)
  for (const code of ORDER.slice(0, listed)) bits.write(codeSizes[code]!, 3)
  for (const { bits: extra, code, value } of runs) {
    bits.write(codes[code]!, codeSizes[code]!)
    bits.write(value, extra)
  }
}

interface Run {
  readonly code: number
  readonly value: number
  readonly bits: number
}

const runsOf = (all: ReadonlyArray<number>): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (let at = 0; at < all.length;) {
    const length = all[at]!
    let times = 1
    while (all[at + times] === length) times++
    at += times
    if (length > 0) {
      runs.push({ code: length, value: 0, bits: 0 })
      times--
    }
    while (times > 0) {
      const few = length === 0 ? (times > 10 ? ([18, 11, 138, 7] as const) : ([17, 3, 10, 3] as const)) : REPEAT
      const [code, least, most, bits] = few
      const taken = Math.min(times, most)
      if (taken < least) runs.push({ code: length, value: 0, bits: 0 })
      else runs.push({ code, value: taken - least, bits })
      times -= taken < least ? 1 : taken
    }
  }
  return runs
}

/** The code for the length before, once more: code, fewest and most times, bits. */
const REPEAT = [16, 3, 6, 2] as const

/** Codes in groups of the same number of extra bits, which grows by one from group to group. */
const stepsOf = (first: number, count: number, group: number): Steps => {
  const extra = Array.from({ length: count }, (_, at) => Math.max(0, Math.floor(at / group) - 1))
  let least = first
  return { extra, least: extra.map((bits) => (least += 1 << bits) - (1 << bits)) }
}

/** The greatest length has a code of its own, without extra bits. */
const grown = stepsOf(3, 28, 4)
const lengths: Steps = { least: [...grown.least, 258], extra: [...grown.extra, 0] }
const far = stepsOf(1, 30, 2)

const lengthCode = Array.from({ length: 259 }, (_, length) => lengths.least.findLastIndex((least) => least <= length))
const nearCode = Array.from({ length: 257 }, (_, distance) => far.least.findLastIndex((least) => least <= distance))
const farCode = Array.from({ length: 257 }, (_, at) => far.least.findLastIndex((least) => least <= (at << 7) + 1))

/** Codes of distances beyond 256 begin at multiples of 128, plus one. */
const distanceCode = (distance: number): number =>
  distance <= 256 ? nearCode[distance]! : farCode[(distance - 1) >> 7]!
