/**
 * A line of text for a person. Its text is untrusted; `print` escapes the line as a whole.
 */
import { escapeLine } from "../../../base/std/escape.ts"
import { wrap } from "./width.ts"

export type Tone = "heading" | "pass" | "fail" | "none" | "plain" | "faint"

export interface Line {
  readonly depth: number
  readonly tone: Tone
  readonly text: string
  /** True for a line that `print` must not wrap: a command to copy, or a row of a table. */
  readonly whole?: boolean
}

export const line = (depth: number, tone: Tone, text: string): Line => ({ depth, tone, text })

export const wholeLine = (depth: number, tone: Tone, text: string): Line => ({ depth, tone, text, whole: true })

export const indent = (lines: ReadonlyArray<Line>, depth: number): ReadonlyArray<Line> =>
  lines.map((inner) => ({ ...inner, depth: inner.depth + depth }))

/** Wraps a line that is wider than the terminal; the following lines are indented one step more. */
export const print = ({ depth, text, tone, whole = false }: Line, color: boolean, width = Infinity): string =>
  (whole ? [escapeLine(text)] : wrap(escapeLine(text), Math.max(NARROWEST, width - 2 * (depth + 1))).map(escapeLine))
    .map((part, at) => indented(depth + (at > 0 ? 1 : 0), paint(part, color ? codes[tone] : "")))
    .join("\n")

/** Lines are wrapped to no less than this many columns. */
const NARROWEST = 20

const indented = (depth: number, text: string): string => (text === "" ? "" : `${"  ".repeat(depth)}${text}`)

const codes: Readonly<Record<Tone, string>> = {
  heading: "1",
  pass: "32",
  fail: "1;31",
  none: "33",
  plain: "",
  faint: "2"
}

const paint = (text: string, code: string): string =>
  code === "" || text === "" ? text : `\u001b[${code}m${text}\u001b[0m`
