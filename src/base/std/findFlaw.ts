/**
 * A look at the raw text of JSON before it is parsed, for what a decoder would not survive (nesting that overflows its
 * stack) or would never see (a key written twice: JSON keeps the last one in silence).
 */
import { tryCatch } from "./tryCatch.ts"

/** Recordings are nested less deeply. */
export const MAX_DEPTH = 128
/** As much of the path to a bomb as helps to find it. */
const SHOWN_DEPTH = 4

export interface Flaw {
  readonly path: ReadonlyArray<string | number>
  readonly reason: string
}

/** The first flaw of a text, which need not be JSON. Linear in its length; nothing recurses. */
export const findFlaw = (text: string): Flaw | undefined => {
  const open: Array<Level> = []
  for (let at = 0; at < text.length; at++) {
    const level = open.at(-1)
    switch (text[at]) {
      case "{":
      case "[":
        if (open.length === MAX_DEPTH) return tooDeep(open)
        open.push(text[at] === "{" ? { keys: new Set(), step: undefined } : { keys: undefined, step: 0 })
        break
      case "}":
      case "]":
        open.pop()
        break
      case ",":
        if (level !== undefined) level.step = typeof level.step === "number" ? level.step + 1 : undefined
        break
      case '"': {
        const start = at
        at = closingQuote(text, start)
        if (level?.keys === undefined || level.step !== undefined) break
        level.step = unquote(text.slice(start, at + 1))
        if (level.keys.has(level.step)) return { path: pathOf(open), reason: "the key is written twice" }
        level.keys.add(level.step)
      }
    }
  }
  return undefined
}

/** An object or array that has not ended. In an object the step is undefined until its next key is read. */
interface Level {
  readonly keys: Set<string> | undefined
  step: string | number | undefined
}

const tooDeep = (open: ReadonlyArray<Level>): Flaw => ({
  path: pathOf(open.slice(0, SHOWN_DEPTH)),
  reason: `it is nested deeper than ${MAX_DEPTH} levels`
})

const pathOf = (open: ReadonlyArray<Level>): Flaw["path"] =>
  open.flatMap(({ step }) => (step === undefined ? [] : [step]))

const closingQuote = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === "\\") first--
  return (at - first) % 2 === 1
}

/** `"\u0061"` and `"a"` are one key. */
const unquote = (quoted: string): string =>
  quoted.includes("\\")
    ? tryCatch(
        () => String(JSON.parse(quoted)),
        () => quoted
      )
    : quoted.slice(1, -1)
