/**
 * Reads the structure of a printed report without its text. Hostile text must give the same structure as harmless text. There
 * is one reader per format, as strict as the programs that read it.
 */
import assert from "node:assert/strict"
import { BLOCK, cellOfBlock, isPlain } from "../../test/features/html/cellsOfPage.ts"
import { OFFENCE } from "../../test/edges/report/hostile.ts"

export type Structure = (text: string) => unknown

/** For people and coding agents: the number of lines, none of which a terminal or a CI runner would obey. */
export const lines: Structure = (text) => {
  assert.doesNotMatch(text, OFFENCE)
  assert.deepEqual(commandsIn(text), [])
  return text.split("\n").length
}

/** The names of keys are not compared: some of them are free text. */
export const json: Structure = (text) => {
  assert.doesNotMatch(text, OFFENCE)
  return shapeOf(JSON.parse(text))
}

export const ndjson: Structure = (text) => {
  const all = text.split("\n")
  assert.equal(all.pop(), "")
  return all.map(json)
}

const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : typeof value === "object" && value !== null
      ? Object.values(value).map(shapeOf)
      : typeof value

const TAG = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g

/** Elements in order, with the names of their attributes. */
export const xml: Structure = (text) => {
  assert.doesNotMatch(text, OFFENCE)
  assert.doesNotMatch(text, /[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "")
  assert.notEqual(body, text)
  assert.doesNotMatch(body.replaceAll(TAG, ""), /[<>]|&(?!(?:amp|lt|gt|quot|apos);)/)
  const open: Array<string> = []
  const elements = [...body.matchAll(TAG)].map(([, end, name = "", attributes = "", selfClosed]) => {
    if (end) assert.equal(open.pop(), name)
    else if (!selfClosed) open.push(name)
    return `${end}${name} ${[...attributes.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, key]) => key).join(" ")}${selfClosed}`
  })
  assert.deepEqual(open, [])
  return elements
}

/** The commands that GitHub's runner would obey, and the number of other lines. */
export const workflow: Structure = (text) => {
  assert.doesNotMatch(text, /(?!\n)[\p{Cc}\p{Cs}]|##\[/u)
  const commands = commandsIn(text)
  return { commands, others: text.split("\n").length - commands.length }
}

/**
 * GitHub's own reading of a log (ActionCommand.TryParseV2 and TryParse of actions/runner): `::name key=value::text` after
 * any white space, and the legacy `##[name key=value]text` anywhere in a line. A lone carriage return ends a line too.
 */
export const commandsIn = (text: string): ReadonlyArray<string> =>
  text.split(/\r\n|\r|\n/).flatMap((line) => {
    const trimmed = line.trimStart()
    const end = trimmed.startsWith("::") ? trimmed.indexOf("::", 2) : -1
    if (end >= 0) return [named(trimmed.slice(2, end), ",")]
    const legacy = line.indexOf("##[")
    const close = legacy < 0 ? -1 : line.indexOf("]", legacy)
    return close < 0 ? [] : [named(line.slice(legacy + 3, close), ";")]
  })

const named = (info: string, separator: string): string => {
  const [name = "", ...rest] = info.split(" ")
  const keys = rest
    .join(" ")
    .split(separator)
    .map((one) => one.trim().split("=")[0])
  return `${name} ${keys.join(" ")}`
}

/** Blocks of GitHub's Markdown in order: fences, headings, table rows with their cells, and the text outside of code. */
export const markdown: Structure = (text) => {
  assert.doesNotMatch(text, OFFENCE)
  const blocks: Array<string> = []
  let fence = ""
  for (const line of text.split("\n")) {
    const run = /^ {0,3}(`{3,})\s*(\w*)$/.exec(line)
    if (fence !== "") {
      if (run?.[2] === "" && (run[1] ?? "").length >= fence.length) fence = ""
    } else if (run !== null) {
      fence = run[1] ?? ""
      blocks.push("fence")
    } else blocks.push(withoutCode(line.startsWith("|") ? cellsOf(line) : line))
  }
  assert.equal(fence, "", "a fence that is not closed")
  for (const block of blocks) assert.doesNotMatch(block, /[<>@[\]\\]|https?:|www\.|#\d/)
  return blocks.map((block) => block.replace(/\d+/g, "0"))
}

/** As cmark-gfm cuts a row: at every pipe that no backslash precedes, even inside code. */
const cellsOf = (row: string): string =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => withoutCode(cell.replaceAll("\\|", "/")).trim())
    .join(" / ")

/** A span of code ends at the next run of exactly as many backticks; a run without one is no code. */
const withoutCode = (line: string): string => {
  let rest = line
  let out = ""
  for (let open = /`+/.exec(rest); open !== null; open = /`+/.exec(rest)) {
    const start = open.index + open[0].length
    const close = [...rest.slice(start).matchAll(/`+/g)].find(([run]) => run.length === open?.[0].length)
    assert.ok(close !== undefined, `code that is not closed: ${line}`)
    out += `${rest.slice(0, open.index)}CODE`
    rest = rest.slice(start + close.index + close[0].length)
  }
  return out + rest
}

/**
 * The page without its blocks of data, and the structure of each. No block may have a character that could end it. A cell is
 * unpacked: nobody prints its JSON, so that its text is as it was told.
 */
export const html: Structure = (text) => {
  const data: Array<unknown> = []
  const page = text.replace(BLOCK, (_, open: string, block: string, close: string) => {
    assert.doesNotMatch(block, /[<>&]/)
    assert.doesNotMatch(block, OFFENCE)
    data.push(shapeOf(isPlain(open) ? JSON.parse(block) : cellOfBlock(block)))
    return `${open}${close}`
  })
  return { page, data }
}

/** The reader of each format that a reporter writes, by its name. */
export const readers: Readonly<Record<string, Structure>> = {
  pretty: lines,
  agent: lines,
  json,
  ndjson,
  junit: xml,
  otlp: ndjson,
  github: workflow,
  markdown,
  html
}
