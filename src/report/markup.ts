/**
 * Untrusted words in Markdown: always as code, whose end they cannot write.
 */
import { visible } from "./visible.ts"

/** Inside a line. */
export const code = (text: string): string => {
  const shown = visible(text)
  if (shown.trim() === "") return "` `"
  const fence = fenceFor(shown, 1)
  const space = /^[` ]|[` ]$/.test(shown) ? " " : ""
  return `${fence}${space}${shown}${space}${fence}`
}

/** Lines of their own. They are safe to print already. */
export const fenced = (lines: ReadonlyArray<string>): string => {
  const fence = fenceFor(lines.join("\n"), 3)
  return [`${fence}text`, ...lines, fence].join("\n")
}

/** A pipe ends a cell even in code. One behind a backslash is read differently by different readers, so it is named. */
export const tableRow = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll(/\\\|/g, "\\\\u{7c}").replaceAll(/(?<!\\)\|/g, "\\|")).join(" | ")} |\n`

/** Longer than any run of backticks in the text. */
const fenceFor = (text: string, least: number): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return "`".repeat(Math.max(least, longest + 1))
}
