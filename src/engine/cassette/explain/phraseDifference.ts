/**
 * A difference in words: `prompt was "What is the weather?" and is now "What's the weather?"`.
 *
 * Long texts are cut around the place where they part: between words, so that half a key is not shown, or else between letters, if the
 * texts would look the same.
 */
import { afterFirstWord, firstWords } from "../../../base/std/wholeWords.ts"
import type { Difference } from "../../../base/std/differences.ts"
import type { Json } from "../../../base/domain/Json.ts"

const SHOWN = 64
const LEAD = 24

export const phraseDifference = ({ path, before, after }: Difference, put = inTime): string => {
  const parting = commonPrefix(pointsOf(before), pointsOf(after))
  const shown = (cut: Cut): string => put(excerpt(before, parting, cut), excerpt(after, parting, cut))
  const isSeen = excerpt(before, parting, betweenWords) !== excerpt(after, parting, betweenWords)
  return `${path} ${shown(isSeen ? betweenWords : betweenLetters)}`
}

const inTime = (before: string, after: string): string => `was ${before} and is now ${after}`

const pointsOf = (value: Json | undefined): ReadonlyArray<string> =>
  Array.from(typeof value === "string" ? value : (JSON.stringify(value) ?? "absent"))

const commonPrefix = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const parting = a.findIndex((point, at) => point !== b[at])
  return parting === -1 ? a.length : parting
}

/** A text of at most `SHOWN` points from the beginning of `rest`. */
type Cut = (rest: ReadonlyArray<string>, isStart: boolean) => string

const betweenLetters: Cut = (rest) => rest.slice(0, SHOWN).join("")

const betweenWords: Cut = (rest, isStart) => {
  const text = rest.join("")
  return firstWords(isStart ? text : afterFirstWord(text), rest.slice(0, SHOWN).join("").length)
}

const excerpt = (value: Json | undefined, parting: number, cut: Cut): string => {
  const points = pointsOf(value)
  const start = points.length > SHOWN ? Math.max(0, parting - LEAD) : 0
  const isEnd = start + SHOWN >= points.length
  const text = `${start > 0 ? "…" : ""}${cut(points.slice(start), start === 0)}${isEnd ? "" : "…"}`
  return typeof value === "string" ? JSON.stringify(text) : text
}
