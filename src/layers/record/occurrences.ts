/**
 * Where a text shows a value: as it is, percent-encoded, escaped as in JSON, in base64 at any alignment, or in hex.
 *
 * The text is read in several ways, each of which remembers where its characters came from; in each of them the value is
 * looked for in each of its forms. Linear in the text for every value.
 */
import * as Result from "effect/Result"
import { Buffer } from "node:buffer"

export interface Span {
  readonly start: number
  readonly end: number
}

/** The places of each value, in the order of the values. */
export const occurrences = (text: string, values: ReadonlyArray<Forms>): ReadonlyArray<ReadonlyArray<Span>> => {
  const readings = readingsOf(text)
  return values.map(({ base64, hex, plain }) =>
    readings.flatMap((reading) => [
      ...plain.flatMap((form) => spansOf(reading, reading.text, form)),
      ...base64.flatMap((form) => spansOf(reading, reading.base64, form)),
      ...spansOf(reading, reading.hex, hex)
    ])
  )
}

/** What a value can look like once escapes are read. */
export interface Forms {
  readonly plain: ReadonlyArray<string>
  /** Only the characters that no neighbour of the value has a part in, for each place that it can have in a triple. */
  readonly base64: ReadonlyArray<string>
  readonly hex: string
}

export const formsOf = (value: string): Forms => ({
  plain: [...new Set([value, value.replaceAll(" ", "+")])],
  base64: [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  }),
  hex: Buffer.from(value).toString("hex")
})

interface Reading {
  readonly text: string
  /** The same text in the alphabet of plain base64. */
  readonly base64: string
  /** The same text with small hex digits. */
  readonly hex: string
  /** Where each character began in the text that was given, and where that text ends. */
  readonly origins: Int32Array | undefined
}

const readingOf = (text: string, origins?: Int32Array): Reading => ({
  text,
  base64: text.replaceAll("-", "+").replaceAll("_", "/"),
  hex: text.replace(/[A-F]/g, (digit) => digit.toLowerCase()),
  origins
})

/** As it is; with escapes read, also those of escapes; and with broken lines joined, as long base64 has them. */
const readingsOf = (text: string): ReadonlyArray<Reading> => {
  const readings = [readingOf(text)]
  for (let depth = 0; depth < 3; depth++) readings.push(...rewritten(readings.at(-1)!, escape, unescaped))
  readings.push(...rewritten(readings.at(-1)!, /[\r\n]+[ \t]*/g, () => ""))
  return readings
}

const escape =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^ux]/gi

const letters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }

const unescaped = (escaped: string): string => {
  const name = escaped.slice(1)
  if (escaped.startsWith("\\")) {
    return name.length > 1 ? String.fromCharCode(Number.parseInt(name.slice(1), 16)) : (letters[name] ?? name)
  }
  const decoded = Result.try(() => decodeURIComponent(escaped))
  return Result.getOrElse(decoded, () => escaped)
}

/** None where there is nothing to rewrite. What is put in is never longer than what it stands for. */
const rewritten = (before: Reading, pattern: RegExp, rewrite: (found: string) => string): ReadonlyArray<Reading> => {
  if (before.text.search(pattern) === -1) return []
  const origins = new Int32Array(before.text.length + 1)
  const origin = (at: number): number => before.origins?.[at] ?? at
  let text = ""
  let at = 0
  const copy = (end: number) => {
    for (let from = at; from < end; from++) origins[text.length + from - at] = origin(from)
    text += before.text.slice(at, end)
  }
  for (const match of before.text.matchAll(pattern)) {
    copy(match.index)
    const put = rewrite(match[0])
    origins.fill(origin(match.index), text.length, text.length + put.length)
    text += put
    at = match.index + match[0].length
  }
  copy(before.text.length)
  origins[text.length] = origin(before.text.length)
  return [readingOf(text, origins)]
}

const spansOf = ({ origins }: Reading, text: string, form: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    const end = at + form.length
    spans.push({ start: origins?.[at] ?? at, end: origins?.[end] ?? end })
  }
  return spans
}
