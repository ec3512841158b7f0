/**
 * A line of text for a person, built from untrusted words and made safe only when it is printed, as a whole.
 */
import { visible } from "./visible.ts"

export type Tone = "heading" | "pass" | "fail" | "none" | "plain" | "faint"

export interface Line {
  readonly depth: number
  readonly tone: Tone
  readonly text: string
}

export const line = (depth: number, tone: Tone, text: string): Line => ({ depth, tone, text })

export const indent = (lines: ReadonlyArray<Line>, depth: number): ReadonlyArray<Line> =>
  lines.map((inner) => ({ ...inner, depth: inner.depth + depth }))

export const print = ({ depth, text, tone }: Line, color: boolean): string =>
  text === "" ? "" : `${"  ".repeat(depth)}${paint(visible(text), color ? codes[tone] : "")}`

const codes: Readonly<Record<Tone, string>> = {
  heading: "1",
  pass: "32",
  fail: "1;31",
  none: "33",
  plain: "",
  faint: "2"
}

const paint = (text: string, code: string): string => (code === "" ? text : `\u001b[${code}m${text}\u001b[0m`)
