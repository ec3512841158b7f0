/**
 * Words of a server as a doc comment: on one line where they fit, and never more than a comment.
 */
import { escapeLine } from "../../std/escape.ts"

/** How long a line may be. */
export const WIDTH = 120

/** No lines for no words. */
export const docComment = (text: string, depth: number): ReadonlyArray<string> => {
  const words = harmless(text)
  if (words === "") return []
  const margin = "  ".repeat(depth)
  const line = `${margin}/** ${words} */`
  return line.length <= WIDTH ? [line] : [`${margin}/**`, ...wrapped(words.split(" "), `${margin} *`), `${margin} */`]
}

/** Nothing ends the comment, and nothing speaks to the compiler. */
const harmless = (text: string): string =>
  escapeLine(text.replaceAll(/\s+/g, " ").trim()).replaceAll("*/", "*\\/").replaceAll("@ts-", "\\@ts-")

const wrapped = (words: ReadonlyArray<string>, margin: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = margin
  for (const word of words) {
    if (line !== margin && `${line} ${word}`.length > WIDTH) {
      lines.push(line)
      line = margin
    }
    line += ` ${word}`
  }
  return [...lines, line]
}
