/**
 * The rows of a text in CSV, JSONL or JSON before a schema decodes them, each with the places of its values.
 */
import { type CsvField, type Mistake, readCsv } from "../../base/std/csv.ts"
import { isObject } from "../../base/std/Json.ts"
import { type JsonKey, type TextPlace, jsonErrorAt, jsonPlace, placeAt, placesIn } from "../../base/std/jsonPlace.ts"
import { shown } from "../../base/std/kinds.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

export interface RawRow {
  readonly value: { readonly [field: string]: unknown }
  readonly line: number
  /** Where the value at a path is, or would be. */
  readonly placeOf: (path: ReadonlyArray<JsonKey>) => TextPlace
}

export interface RawRows {
  readonly rows: ReadonlyArray<RawRow>
  readonly mistakes: ReadonlyArray<Mistake>
  /** The columns of a CSV, which every row has. */
  readonly header?: ReadonlyArray<string>
}

export const readers: { readonly [extension: string]: (text: string) => RawRows } = {
  ".csv": (text) => {
    const { mistakes, records } = readCsv(text)
    const [header = [], ...others] = records
    const columns = header.map(({ text: name }) => name)
    const wrong = headerMistakes(header)
    if (wrong.length > 0) return { rows: [], mistakes: [...mistakes, ...wrong], header: columns }
    const legible = others.filter((record) => !mistakes.some(isIn(record)))
    return {
      rows: legible.filter(({ length }) => length === header.length).map((record) => csvRow(header, record)),
      mistakes: [...mistakes, ...legible.flatMap((record) => raggedMistakes(record, header.length))],
      header: columns
    }
  },
  ".jsonl": (text) => {
    const read = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [jsonRow(line, at + 1)]))
    return parted(read)
  },
  ".json": (text) => {
    const parsed = tryCatch(() => ({ value: JSON.parse(text) as unknown }))
    if (text.trim() === "") return { rows: [], mistakes: [] }
    if (parsed === undefined) return { rows: [], mistakes: [{ ...jsonErrorAt(text), what: NOT_JSON }] }
    const { value } = parsed
    const start = jsonPlace(text, [])
    if (!Array.isArray(value)) {
      return {
        rows: [],
        mistakes: [{ ...placeAt(text, start), what: `the file has ${shown(value)}, expected a list of rows` }]
      }
    }
    const placeOf = placer(text)
    const places = placesIn(text, start)
    return parted(
      value.map((row, at) =>
        checked(row, placeOf(places[at]?.at ?? start), (path) => placeOf(jsonPlace(text, [at, ...path])))
      )
    )
  }
}

const NOT_JSON = "this is no JSON"

const headerMistakes = (header: ReadonlyArray<CsvField>): ReadonlyArray<Mistake> => {
  const [first] = header
  const other = header.length === 1 ? /[;\t]/.exec(first?.text ?? "")?.[0] : undefined
  if (first !== undefined && other !== undefined) {
    const named = other === ";" ? "semicolons" : "tabs"
    return [
      { line: first.line, column: first.column, what: `the fields are separated by ${named}; separate them by commas` }
    ]
  }
  return header.flatMap(({ column, line, text: name }, at) => {
    if (name.trim() === "") return [{ line, column, what: `column ${at + 1} has no name` }]
    const before = header.findIndex((one) => one.text === name)
    return before === at
      ? []
      : [{ line, column, what: `columns ${before + 1} and ${at + 1} are both named ${shown(name)}` }]
  })
}

const isIn =
  (record: ReadonlyArray<CsvField>) =>
  ({ line }: Mistake): boolean =>
    line >= (record[0]?.line ?? 0) && line <= (record.at(-1)?.line ?? 0)

const raggedMistakes = (record: ReadonlyArray<CsvField>, columns: number): ReadonlyArray<Mistake> => {
  if (record.length === columns) return []
  const { column, line } = record[Math.min(columns, record.length - 1)] ?? { line: 1, column: 1 }
  const count = `${record.length} ${record.length === 1 ? "field" : "fields"}`
  return [{ line, column, what: `the row has ${count}, and the header has ${columns}` }]
}

/** An empty field is left out; `""` is an empty text. */
const csvRow = (header: ReadonlyArray<CsvField>, record: ReadonlyArray<CsvField>): RawRow => ({
  value: Object.fromEntries(
    record.flatMap(({ isQuoted, text }, at) => (text === "" && !isQuoted ? [] : [[header[at]?.text ?? "", text]]))
  ),
  line: record[0]?.line ?? 1,
  placeOf: ([field]) => {
    const at = header.findIndex(({ text }) => text === field)
    const { column, line } = record[at] ?? record[0] ?? { line: 1, column: 1 }
    return { line, column }
  }
})

const jsonRow = (text: string, line: number): RawRow | Mistake => {
  const parsed = tryCatch(() => ({ value: JSON.parse(text) as unknown }))
  const place = (at: number): TextPlace => ({ line, column: at + 1 })
  if (parsed === undefined) return { line, column: jsonErrorAt(text).column, what: NOT_JSON }
  return checked(parsed.value, place(jsonPlace(text, [])), (path) => place(jsonPlace(text, path)))
}

const checked = (value: unknown, start: TextPlace, placeOf: RawRow["placeOf"]): RawRow | Mistake =>
  isObject(value) && !Array.isArray(value)
    ? { value, line: start.line, placeOf }
    : { ...start, what: `the row is ${shown(value)}, expected an object` }

const parted = (read: ReadonlyArray<RawRow | Mistake>): RawRows => ({
  rows: read.filter((one) => "value" in one),
  mistakes: read.filter((one) => "what" in one)
})

/** Asked for in rising order, mostly: goes on from the last place. */
const placer = (text: string): ((at: number) => TextPlace) => {
  let last = { at: 0, line: 1, start: 0 }
  return (at) => {
    if (at < last.at) last = { at: 0, line: 1, start: 0 }
    let { line, start } = last
    for (let next = text.indexOf("\n", last.at); next !== -1 && next < at; next = text.indexOf("\n", next + 1)) {
      line++
      start = next + 1
    }
    last = { at, line, start }
    return { line, column: at - start + 1 }
  }
}
