/**
 * A line with everything spelt out that may not be printed as it is.
 */
import { HIDDEN, LEGACY_COMMAND } from "./hidden.ts"

/** A workflow command of GitHub's runner, which may stand behind any white space. */
const COMMAND = /^(\s*):(?=:)/

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }

export const spelt = (text: string): string =>
  text.replace(HIDDEN, escaped).replace(LEGACY_COMMAND, "#\\u{23}").replace(COMMAND, "$1\\u{3a}")

const escaped = (character: string): string =>
  named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
