/**
 * A cell as pages get it, in a file and from `passhat view`: packed JSON, compressed, in base64. The browser unpacks it.
 */
import { Deflate } from "fflate/browser"
import { base64 } from "../../base/std/base64.ts"
import type { Json } from "../../base/std/Json.ts"
import type { ShownCell } from "./Overview.ts"
import { type Packer, packer } from "./packing.ts"

export const packedCell = (cell: ShownCell): Iterable<string> => base64(deflated(utf8(cellData(cell))))

/** Runs of the baseline share the table of values, so that what is the same in both is written once. */
function* cellData({ before, runs, ...cell }: ShownCell): Iterable<string> {
  const { pack, table } = packer()
  yield `{"runs":`
  yield* listOf(runs.values(), pack)
  if (before !== undefined) {
    yield `,"before":`
    yield* listOf(before.values(), pack)
  }
  yield `,"cell":${JSON.stringify(pack(cell as unknown as Json))},"table":`
  yield* listOf(table.values(), (entry) => entry)
  yield "}"
}

/** Yields one item at a time: all runs of a cell may be longer than a string can be. */
function* listOf(items: Iterable<unknown>, pack: Packer["pack"]): Iterable<string> {
  let between = "["
  for (const item of items) {
    yield `${between}${JSON.stringify(pack(item as Json))}`
    between = ","
  }
  yield between === "[" ? "[]" : "]"
}

function* utf8(pieces: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder()
  for (const piece of pieces) yield encoder.encode(piece)
}

/**
 * Raw DEFLATE. fflate is plain JavaScript: every runtime writes the same bytes, which the zlib of each does not. Its main entry
 * looks for threads; `fflate/browser` does not.
 */
function* deflated(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  const ready: Array<Uint8Array> = []
  const stream = new Deflate(MODERATE, (bytes) => void ready.push(bytes))
  for (const piece of pieces) {
    stream.push(piece)
    yield* ready.splice(0)
  }
  stream.push(new Uint8Array(0), true)
  yield* ready
}

/** A page has a stream for each cell: more memory (the default is 8) makes small cells slower and large ones no smaller. */
const MODERATE = { level: 6, mem: 4 } as const
