/**
 * Reads CSV as RFC 4180 has it: commas, lines that end in CRLF or LF, fields in double quotes with doubled quotes in them.
 * Keeps where every field begins, and goes on after a mistake, so that all of them are found at once.
 */
import type { TextPlace } from "./jsonPlace.ts"

export interface CsvField extends TextPlace {
  /** Line ends in a quoted field are `\n`, whatever the file has. */
  readonly text: string
  readonly isQuoted: boolean
}

/** What is wrong, as a sentence without a full stop, and where. */
export interface Mistake extends TextPlace {
  readonly what: string
}

export interface Csv {
  /** Empty lines are left out. */
  readonly records: ReadonlyArray<ReadonlyArray<CsvField>>
  readonly mistakes: ReadonlyArray<Mistake>
}

export const readCsv = (text: string): Csv => {
  const records: Array<ReadonlyArray<CsvField>> = []
  const mistakes: Array<Mistake> = []
  let [record, at, line, lineStart]: [Array<CsvField>, number, number, number] = [[], 0, 1, 0]
  const place = (of: number): TextPlace => ({ line, column: of - lineStart + 1 })
  /** Takes the text up to `end`, and counts its lines. */
  const take = (end: number): string => {
    const taken = text.slice(at, end)
    for (let each = at; each < end; each++) {
      if (text[each] !== "\n") continue
      line++
      lineStart = each + 1
    }
    at = end
    return taken
  }
  const quoted = (): CsvField => {
    const start = place(at)
    const end = closingQuote(text, at)
    if (end === undefined) mistakes.push({ ...start, what: 'a field begins with " and has no closing "' })
    const inner = take(end === undefined ? text.length : end + 1).slice(1, end === undefined ? undefined : -1)
    const rest = fieldEnd(text, at)
    if (rest > at) mistakes.push({ ...place(at), what: `there is text behind the closing " of a field` })
    take(rest)
    return { ...start, text: inner.replaceAll('""', '"').replaceAll("\r\n", "\n"), isQuoted: true }
  }
  const bare = (): CsvField => {
    const start = place(at)
    const end = fieldEnd(text, at)
    const quote = text.slice(at, end).indexOf('"')
    if (quote !== -1) {
      mistakes.push({ ...place(at + quote), what: 'a field that is not in quotes has a ": write "" in a quoted field' })
    }
    return { ...start, text: take(end), isQuoted: false }
  }
  while (at < text.length) {
    record.push(text[at] === '"' ? quoted() : bare())
    const isLast = text[at] !== ","
    take(Math.min(text.length, at + (text.startsWith("\r\n", at) ? 2 : 1)))
    if (!isLast && at === text.length) record.push({ ...place(at), text: "", isQuoted: false })
    if (isLast || at === text.length) {
      if (record.length > 1 || record[0]?.text !== "" || record[0].isQuoted) records.push(record)
      record = []
    }
  }
  return { records, mistakes }
}

/** The quote that no other follows. */
const closingQuote = (text: string, opening: number): number | undefined => {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? undefined : at
}

/** The next comma or line end. */
const fieldEnd = (text: string, from: number): number => {
  let at = from
  while (at < text.length && text[at] !== "," && text[at] !== "\n") at++
  return text[at] === "\n" && at > from && text[at - 1] === "\r" ? at - 1 : at
}
