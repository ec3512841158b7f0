/**
 * A line of text for a person, built from untrusted words and made safe only when it is printed, as a whole.
 */
import { visible } from "./visible.ts"
import { wrap } from "./width.ts"

export type Tone = "heading" | "pass" | "fail" | "none" | "plain" | "faint"

export interface Line {
  readonly depth: number
  readonly tone: Tone
  readonly text: string
  /** Never broken by us: a command to copy, or a line that others read by its letters. */
  readonly whole?: boolean
}

export const line = (depth: number, tone: Tone, text: string): Line => ({ depth, tone, text })

export const wholeLine = (depth: number, tone: Tone, text: string): Line => ({ depth, tone, text, whole: true })

export const indent = (lines: ReadonlyArray<Line>, depth: number): ReadonlyArray<Line> =>
  lines.map((inner) => ({ ...inner, depth: inner.depth + depth }))

/** A line that is wider than the terminal goes on below, a step further in. */
export const print = ({ depth, text, tone, whole = false }: Line, color: boolean, width = Infinity): string =>
  (whole ? [visible(text)] : wrap(visible(text), Math.max(NARROWEST, width - 2 * (depth + 1))).map(visible))
    .map((part, at) => indented(depth + (at > 0 ? 1 : 0), paint(part, color ? codes[tone] : "")))
    .join("\n")

/** A text is not squeezed into less. */
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
