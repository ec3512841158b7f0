/**
 * Writes untrusted text in Markdown as code, with a fence that the text cannot close.
 */
import { escapeLine } from "../../../base/std/escape.ts"

/** Code inside a line. */
export const code = (text: string): string => {
  const escaped = escapeLine(text)
  if (escaped.trim() === "") return "` `"
  const fence = fenceFor(escaped, 1)
  const space = /^[` ]|[` ]$/.test(escaped) ? " " : ""
  return `${fence}${space}${escaped}${space}${fence}`
}

/** A block of lines that are already escaped. */
export const fenced = (lines: ReadonlyArray<string>): string => {
  const fence = fenceFor(lines.join("\n"), 3)
  return [`${fence}text`, ...lines, fence].join("\n")
}

/** A pipe ends a cell even in code. Readers disagree about a pipe after a backslash, so that one is written as an escape. */
export const tableRow = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll(/\\\|/g, "\\\\u{7c}").replaceAll(/(?<!\\)\|/g, "\\|")).join(" | ")} |\n`

/** A fence longer than any sequence of backticks in the text. */
const fenceFor = (text: string, least: number): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return "`".repeat(Math.max(least, longest + 1))
}

/** The first texts that fit into `room` characters. */
export const upTo = (room: number, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = room
  const end = texts.findIndex((text) => (left -= text.length) < 0)
  return end === -1 ? texts : texts.slice(0, end)
}

export const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + text.length, 0)
