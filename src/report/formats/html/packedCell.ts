/**
 * A cell as pages get it, in a file and from `passhat view`: packed JSON, compressed, in base64. The browser unpacks it.
 */
import type { CellVerdict } from "../../../domain/Verdict.ts"
import { base64 } from "../../../std/base64.ts"
import { deflate } from "../../../std/deflate/deflate.ts"
import type { Json } from "../../../std/Json.ts"
import { packer } from "./packing.ts"

export const packedCell = (cell: CellVerdict): Iterable<string> => base64(deflate(utf8(cellData(cell))))

/** Yields one run at a time: all runs of a cell may be longer than a string can be. */
function* cellData({ runs, ...cell }: CellVerdict): Iterable<string> {
  const { pack, table } = packer()
  yield `{"runs":[`
  for (const [at, run] of runs.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(pack(run as Json))}`
  yield `],"cell":${JSON.stringify(pack(cell as Json))},"table":[`
  for (const [at, entry] of table.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(entry)}`
  yield "]}"
}

function* utf8(pieces: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder()
  for (const piece of pieces) yield encoder.encode(piece)
}
