/**
 * A line of a recording without what an agent and its model sent each other, which is larger than the rest.
 */
import { tryCatch } from "../../base/std/tryCatch.ts"

/**
 * A line without the `wire` that recorders write as its last member; undefined if it has none. A member of the same name further
 * inside leaves a text that is no JSON, so that the line is read whole. Bytes are searched: what is not needed is not even decoded.
 */
export const withoutWire = (line: Uint8Array): string | undefined => {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  const at = bytes.subarray(-WIRE_END.length).equals(WIRE_END) ? bytes.indexOf(WIRE) : -1
  return at === -1 ? undefined : tryCatch(() => `${decoder.decode(bytes.subarray(0, at))}}`)
}

const WIRE = Buffer.from(',"wire":{"exchanges":[')
const WIRE_END = Buffer.from('"}}')

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
