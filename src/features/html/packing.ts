/**
 * JSON in which repeated values are written once, so that the runs of a large cell stay small.
 *
 * In packed JSON the string `~12` refers to entry 12 of a table; a text that begins with a tilde gets a second one.
 */
import type { Json } from "../../base/domain/Json.ts"

export interface Packer {
  readonly pack: (value: Json) => Json
  /** The values that packed JSON refers to, so far. */
  readonly table: ReadonlyArray<Json>
}

/** JSON shorter than this is not replaced by a reference. */
const SHORTEST = 16

/** Keys are sorted, so that equal values are packed alike. */
export const packer = (): Packer => {
  const table: Array<Json> = []
  const known = new Map<string, string>()
  const stored = (value: Json): Json => {
    const text = JSON.stringify(value)
    if (text.length < SHORTEST) return value
    const reference = known.get(text) ?? `~${table.length}`
    if (!known.has(text)) {
      known.set(text, reference)
      table.push(value)
    }
    return reference
  }
  const pack = (value: Json): Json => {
    if (typeof value === "string") return stored(value.startsWith("~") ? `~${value}` : value)
    if (Array.isArray(value)) return stored(value.map(pack))
    if (typeof value !== "object" || value === null) return value
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return stored(
      Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, pack(inner)]))
    )
  }
  return { pack, table }
}

/** Reads packed JSON. An entry of the table is unpacked once; all references share it. */
export const unpacker = (table: ReadonlyArray<Json>): ((value: Json) => Json) => {
  const read = new Map<string, Json>()
  const entry = (reference: string): Json => {
    const known = read.get(reference)
    if (known !== undefined) return known
    const value = table[Number(reference.slice(1))] ?? null
    const whole = typeof value === "string" ? plain(value) : unpack(value)
    read.set(reference, whole)
    return whole
  }
  const unpack = (value: Json): Json => {
    if (typeof value === "string") return /^~\d/.test(value) ? entry(value) : plain(value)
    if (Array.isArray(value)) return value.map(unpack)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpack(inner)]))
  }
  return unpack
}

const plain = (text: string): string => (text.startsWith("~") ? text.slice(1) : text)
