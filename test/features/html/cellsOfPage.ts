/**
 * The data of a page, unpacked: what it holds is compressed, and a search of its bytes would see nothing of it.
 */
import assert from "node:assert/strict"
import { inflateRawSync } from "node:zlib"
import type { Json } from "../../../src/base/domain/Json.ts"
import { unpacker } from "../../../src/features/html/packing.ts"

/** A block of data: its start tag, its text, its end tag. */
export const BLOCK = /(<script type="[\w/]+" id="[\w-]+">)([^]*?)(<\/script>\n)/g

/** The JSON of a compressed block as it was packed. What is no base64, no deflate or no UTF-8 throws. */
export const inflated = (block: string): string => {
  assert.match(block, /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(inflateRawSync(Buffer.from(block, "base64")))
}

/** The cell of a compressed block, as the page reads it. */
export const cellOfBlock = (block: string): Readonly<Record<string, Json>> => {
  const { before, cell, runs, table } = JSON.parse(inflated(block)) as {
    readonly before?: ReadonlyArray<Json>
    readonly cell: Json
    readonly runs: ReadonlyArray<Json>
    readonly table: ReadonlyArray<Json>
  }
  const unpack = unpacker(table)
  return {
    ...(unpack(cell) as Record<string, Json>),
    runs: runs.map(unpack),
    ...(before !== undefined && { before: before.map(unpack) })
  }
}

/** The JSON of every cell of the pages in a text. A block that is neither JSON nor compressed throws: nothing of it would be seen. */
export const cellsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(BLOCK)].flatMap(([, open = "", block = ""]) => (isPlain(open) ? [] : [inflated(block)]))

/** For searches: a text, and after it the JSON of every cell of the pages in it. */
export const withCells = (text: string): string => [text, ...cellsIn(text)].join("\n")

/** Whether the block of a start tag is JSON as it is. */
export const isPlain = (open: string): boolean => open.includes('"application/json"')
