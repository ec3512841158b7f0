/**
 * A cassette in blocks, so that several threads can read it at once: a block owns the lines that begin in it.
 *
 * Nothing here says what is wrong: where anything is unusual, the cassette is left to `cassettes.ts`, which reads it from
 * the start.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import type { Cell } from "../../domain/Plan.ts"
import { isHeaderOf } from "./plainHeader.ts"

/** Plain data, as it has to cross from one thread to another. */
export interface Recording {
  readonly path: string
  /** What changes when another file takes its place. */
  readonly stamp: string
  /** Where its runs begin. */
  readonly from: number
  readonly size: number
}

export interface Blocks {
  /** The lines that begin in a block, or nothing where they do not end. Their bytes are there until others are read. */
  readonly lines: (at: number) => Uint8Array | undefined
  /** Whether it is the recording that it was. */
  readonly isSame: () => boolean
  readonly close: () => void
}

/** Small enough to answer Ctrl-C in between and to need little memory, large enough to be quick. */
export const BLOCK = 1024 * 1024
/** How much of the next block is read at once, for the line that goes on there. */
const MORE = 64 * 1024
/** As long as a line may be. */
const MAX_LINE = 64 * 1024 * 1024
export const LINE_FEED = 10

/** The recording of a cell, where it is plainly that; `node:fs` may throw. */
export const recordingOf = (cell: Cell, path: string): Recording | undefined => {
  const file = openSync(path, "r")
  const { size, stamp } = stampOf(file)
  const bytes = piece(file, new Uint8Array(MORE), 0)
  closeSync(file)
  const from = bytes.indexOf(LINE_FEED) + 1
  const isOfCell = from > 0 && isHeaderOf(cell, textOf(bytes.subarray(0, from - 1)))
  return isOfCell ? { path, stamp, from, size } : undefined
}

/** `node:fs` may throw. */
export const openBlocks = ({ from, path, size, stamp }: Recording, block: number): Blocks => {
  const file = openSync(path, "r")
  let buffer = new Uint8Array(block + MORE)
  const lines = (at: number): Uint8Array | undefined => {
    // With the byte before the block: where that ends a line, the next one begins with the block.
    const start = from + at * block - 1
    const length = Math.min(block, size - start - 1)
    const bytes = piece(file, buffer, start)
    const first = bytes.indexOf(LINE_FEED)
    if (first === -1 || first >= length) return bytes.subarray(0, 0)
    const last = bytes.indexOf(LINE_FEED, length)
    if (last !== -1) return bytes.subarray(first + 1, last + 1)
    if (bytes.length < buffer.length || buffer.length > MAX_LINE) return undefined
    buffer = new Uint8Array(buffer.length * 2)
    return lines(at)
  }
  return { lines, isSame: () => stampOf(file).stamp === stamp, close: () => closeSync(file) }
}

/** Of whole characters; throws where they are none. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const stampOf = (file: number): { readonly size: number; readonly stamp: string } => {
  const { dev, ino, mtimeMs, size } = fstatSync(file)
  return { size, stamp: `${dev} ${ino} ${size} ${mtimeMs}` }
}

/** As much as there is room for and the file has. */
const piece = (file: number, buffer: Uint8Array, position: number): Uint8Array => {
  let length = 0
  for (let count = -1; count !== 0 && length < buffer.length; length += count) {
    count = readSync(file, buffer, length, buffer.length - length, position + length)
  }
  return buffer.subarray(0, length)
}
