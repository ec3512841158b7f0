/**
 * The checksums of a cassette: each line begins with one, which covers the line and the checksum of the line before it. So it also says
 * of which recording the line is, and which place it has there. The last line holds the number of runs: its checksum covers the file.
 *
 * A checksum is two XXH32. They have no key: they find damage, and lines that were moved, copied or taken from another recording, but no
 * forger who computes them again.
 */
import { VERSION } from "../../base/domain/recording/cassetteFormat.ts"
import { xxHash32 } from "../../base/std/xxHash32.ts"

type Sum = readonly [number, number]

const NONE: Sum = [0, 0]
const SEEDS: Sum = [0, 1]

/** `{"checksum":"0123456789abcdef",` comes before everything else in a line. */
const LEAD = new TextEncoder().encode('{"checksum":"')
const DIGITS = 16
const COMMA = LEAD.length + DIGITS + 1
const INDEX = new TextEncoder().encode('"index":')
const RUNS = new TextEncoder().encode('"runs":')

/** Adds checksums to the lines of a cassette. Versions before the third have none. */
export const sealer = (version: number = VERSION) => {
  const encoder = new TextEncoder()
  let before = NONE
  let lines = 0
  const seal = (line: string): string => {
    if (version !== VERSION) return line
    lines++
    before = sumsOf(before, encoder.encode(line.slice(1, -1))).line
    return `{"checksum":"${before.map(hexadecimal).join("")}",${line.slice(1)}`
  }
  return {
    /** A line of JSON with its line feed. The index of a run comes first. */
    seal,
    /** The last line; no text in a version without. */
    end: (): string => (version === VERSION ? seal(`{"runs":${lines - 1}}\n`) : "")
  }
}

/** A line without its checksum. */
export interface Unsealed {
  readonly bytes: Uint8Array
  /** Why the line is not the one that was recorded, in words. */
  readonly flaw?: string
  /** A number that only runs with the same content have, whatever their index is. */
  readonly content?: number
  /** Whether it is the last line, which holds no run. */
  readonly isEnd?: true
}

/** Takes the checksums from the lines of a recording, in the order of the lines. */
export const unsealer = () => {
  let before = NONE
  let lines = 0
  let isEnded = false
  let hasSums = false

  const compared = (line: Uint8Array): Unsealed => {
    if (!hasLead(line)) return { bytes: line, flaw: "it has no checksum" }
    const rest = line.subarray(COMMA + 1)
    const sums = sumsOf(before, rest)
    const isSame = sums.line.every((half, at) => half === halfAt(line, at))
    before = sums.line
    if (RUNS.every((byte, at) => rest[at] === byte)) {
      isEnded = true
      const isWhole = isSame && new TextDecoder().decode(rest) === `"runs":${lines - 2}}`
      return { bytes: rest, isEnd: true, ...(!isWhole && { flaw: INCOMPLETE }) }
    }
    // The comma behind the checksum: from there on, the line is an object without it.
    line[COMMA] = BRACE
    return { bytes: line.subarray(COMMA), content: sums.content, ...(!isSame && { flaw: CHANGED }) }
  }

  return {
    /** Changes the bytes of a line that has a checksum. */
    unseal: (line: Uint8Array): Unsealed => {
      lines++
      if (lines === 1) hasSums = hasLead(line)
      if (!hasSums) return { bytes: line }
      return isEnded ? { bytes: line, flaw: "it comes after the last line of the recording" } : compared(line)
    },
    hasSums: () => hasSums,
    isEnded: () => isEnded
  }
}

const CHANGED =
  "its checksum does not match: it was changed after the recording, moved, copied or taken from another recording"

const INCOMPLETE = "the checksum of the file does not match: lines before it were removed, added or changed"

const BRACE = 0x7b

/** Of a line, and of what a run holds beside its index. */
const sumsOf = (before: Sum, rest: Uint8Array): { readonly line: Sum; readonly content: number } => {
  const from = afterIndex(rest)
  const [index, content] = [rest.subarray(0, from), rest.subarray(from)]
  const [first, second] = [xxHash32(content, SEEDS[0]), xxHash32(content, SEEDS[1])]
  return {
    line: [xxHash32(index, before[0] ^ first), xxHash32(index, before[1] ^ second)],
    content: contentNumber(first, second)
  }
}

/** As many bits as a number holds. */
const contentNumber = (first: number, second: number): number => (first >>> 0) * 2 ** 21 + (second >>> 11)

/** The content of a run that has no checksum. */
export const contentOf = (text: string): number => {
  const bytes = new TextEncoder().encode(text)
  return contentNumber(xxHash32(bytes, SEEDS[0]), xxHash32(bytes, SEEDS[1]))
}

/** The place behind `"index":7`; 0 if the line does not begin with it. */
const afterIndex = (rest: Uint8Array): number => {
  if (INDEX.some((byte, at) => rest[at] !== byte)) return 0
  let at = INDEX.length
  while (isDigit(rest[at])) at++
  return at
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

const hasLead = (line: Uint8Array): boolean =>
  LEAD.every((byte, at) => line[at] === byte) && line[COMMA - 1] === 0x22 && line[COMMA] === 0x2c

/** Half of a checksum as the line has it. Only the digits that are written are read: none is spelt in two ways. */
const halfAt = (line: Uint8Array, half: number): number | undefined => {
  let value = 0
  const from = LEAD.length + (half * DIGITS) / 2
  for (let at = from; at < from + DIGITS / 2; at++) {
    const byte = line[at]!
    const digit = isDigit(byte) ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : undefined
    if (digit === undefined) return undefined
    value = (value << 4) | digit
  }
  return value
}

const hexadecimal = (half: number): string => (half >>> 0).toString(16).padStart(DIGITS / 2, "0")
