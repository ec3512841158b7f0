/**
 * Reads a file of rows, and decodes, names and places each of them; or says everything that is wrong with the file.
 */
import { extname } from "node:path"
import { nameOf, tellOrigin } from "../../language/dsl/cases.ts"
import { alternatives } from "../../base/std/alternatives.ts"
import type { Mistake } from "../../base/std/csv.ts"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import type { JsonKey } from "../../base/std/jsonPlace.ts"
import { shown } from "../../base/std/kinds.ts"
import { atIndex, atKey } from "../../base/std/path.ts"
import { decoderOf } from "./decoder.ts"
import { type RawRow, type RawRows, readers } from "./rawRows.ts"

export interface RowFile {
  readonly path: string
  /** As messages name it. */
  readonly shown: string
  /** Whether it is named by a path of this machine outside of the project. */
  readonly isForeign: boolean
  /** The path of the suite, which may have a copy of effect. */
  readonly suite: string
}

export const readRows = (file: RowFile, schema: unknown): ReadonlyArray<object> | string => {
  const reader = readers[extname(file.path).toLowerCase()]
  if (file.isForeign)
    return `${file.path} is a path of this machine outside of the project. Name a file relative to the project.`
  if (reader === undefined)
    return `${file.shown} does not end in ${alternatives(Object.keys(readers))}. Name it by what is in it.`
  const decode = decoderOf(schema, file.suite)
  if (typeof decode === "string") return `rowsFrom cannot read ${file.shown}: ${decode}.`
  const bytes = readWhole(file.path)
  if (typeof bytes === "string") return `${file.shown} cannot be read: ${bytes}. Correct the path or the file.`
  const text = fileText(bytes)
  const raw = typeof text === "string" ? reader(text) : { rows: [], mistakes: text }
  const rows = raw.rows.map((row) => ({ row, decoded: decode(row.value) }))
  const read = rows.flatMap(({ decoded, row }) => ("value" in decoded ? [{ row, value: decoded.value }] : []))
  const refused = rows.flatMap(({ decoded, row }) =>
    "issues" in decoded ? decoded.issues.map((issue) => mistakeOf(row, issue, raw)) : []
  )
  const mistakes = [...raw.mistakes, ...refused, ...nameMistakes(read)]
  if (mistakes.length > 0) return mistakeText(file.shown, mistakes)
  if (read.length === 0)
    return `${file.shown} has no rows${raw.header?.length ? " below its header" : ""}. Add at least one.`
  return read.map(({ row, value }) => {
    tellOrigin(value as object, { table: file.shown, line: row.line })
    return value as object
  })
}

/** A column that the header lacks is one mistake, however many rows there are. */
const mistakeOf = ({ placeOf, value }: RawRow, { message, path }: Issue, { header }: RawRows): Mistake => {
  const [field] = path
  const name = path.reduce<string>((so, key) => (typeof key === "number" ? atIndex(so, key) : atKey(so, key)), "")
  if (header !== undefined && field !== undefined && !header.includes(String(field))) {
    return { line: 1, column: 1, what: `the header has no column ${shown(String(field))}: ${message}` }
  }
  const found = path.reduce<unknown>((inner, key) => Object(inner ?? {})[key], value)
  const actual =
    path.length === 0
      ? "the row"
      : found === undefined
        ? `${name} is ${header === undefined ? "missing" : "empty"}`
        : `${name} is ${shown(found)}`
  return { ...placeOf(path), what: `${actual}: ${message}` }
}

interface Issue {
  readonly path: ReadonlyArray<JsonKey>
  readonly message: string
}

interface Read {
  readonly row: RawRow
  readonly value: unknown
}

const nameMistakes = (read: ReadonlyArray<Read>): ReadonlyArray<Mistake> => {
  const first = new Map<string, number>()
  return read.flatMap(({ row, value }): ReadonlyArray<Mistake> => {
    const name = nameOf(value)
    const place = row.placeOf([row.value["name"] === undefined ? "id" : "name"])
    if (name === undefined)
      return [{ ...place, what: "the row has no name: give it a field name or id that is not empty" }]
    const before = first.get(name)
    if (before === undefined) first.set(name, row.line)
    return before === undefined ? [] : [{ ...place, what: `the name ${shown(name)} is that of line ${before} too` }]
  })
}

/** More than this are counted. */
const MOST = 100

/** A line for each mistake, in the order of the file. */
const mistakeText = (file: string, mistakes: ReadonlyArray<Mistake>): string => {
  const sorted = mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column)
  const lines = [...new Set(sorted.map(({ column, line, what }) => `${file}:${line}:${column}: ${what}.`))]
  if (lines.length === 1) return lines.join("")
  const rest = lines.length - MOST
  return [
    `${file} has ${lines.length} mistakes:`,
    ...lines.slice(0, MOST).map((one) => `  ${one}`),
    ...(rest > 0 ? [`  ... and ${rest} more.`] : [])
  ].join("\n")
}

/** The text of a file of rows: UTF-8, with or without a byte order mark. Every line that is not UTF-8 is a mistake. */
const fileText = (bytes: Uint8Array): string | ReadonlyArray<Mistake> => {
  if (isUtf16(bytes)) return [{ line: 1, column: 1, what: "the file is UTF-16; save it as UTF-8" }]
  const text = new TextDecoder().decode(bytes)
  return text.includes(UNREADABLE) ? (unreadable(bytes) ?? text) : text
}

const UNREADABLE = "\ufffd"

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** Undefined if the file spells that character out. */
const unreadable = (bytes: Uint8Array): ReadonlyArray<Mistake> | undefined => {
  const mistakes: Array<Mistake> = []
  for (let [line, from] = [1, 0]; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from)
    const next = end === -1 ? bytes.length : end + 1
    const at = firstUnreadable(bytes.subarray(from, next))
    if (at !== undefined) mistakes.push({ line, column: at + 1, what: "a byte is not UTF-8; save the file as UTF-8" })
    from = next
  }
  return mistakes.length === 0 ? undefined : mistakes
}

const firstUnreadable = (line: Uint8Array): number | undefined => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line)
  let bytes = 0
  for (let [from, at] = [0, text.indexOf(UNREADABLE)]; at !== -1; [from, at] = [at, text.indexOf(UNREADABLE, at + 1)]) {
    bytes += encoder.encode(text.slice(from, at)).length
    if (line[bytes] !== 0xef || line[bytes + 1] !== 0xbf || line[bytes + 2] !== 0xbd) return at
  }
  return undefined
}

const encoder = new TextEncoder()
