/**
 * A difference in words: `prompt was "What is the weather?" and is now "What's the weather?"`.
 *
 * Long texts are cut around the place where they part, so that the change of one character is seen.
 */
import type { Difference } from "../../std/differences.ts"
import type { Json } from "../../domain/Json.ts"

const SHOWN = 64
const LEAD = 24

export const phraseDifference = ({ path, before, after }: Difference, put = inTime): string => {
  const parting = commonPrefix(pointsOf(before), pointsOf(after))
  return `${path} ${put(excerpt(before, parting), excerpt(after, parting))}`
}

const inTime = (before: string, after: string): string => `was ${before} and is now ${after}`

const pointsOf = (value: Json | undefined): ReadonlyArray<string> =>
  Array.from(typeof value === "string" ? value : (JSON.stringify(value) ?? "absent"))

const commonPrefix = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const parting = a.findIndex((point, at) => point !== b[at])
  return parting === -1 ? a.length : parting
}

const excerpt = (value: Json | undefined, parting: number): string => {
  const points = pointsOf(value)
  const start = points.length > SHOWN ? Math.max(0, parting - LEAD) : 0
  const end = start + SHOWN
  const text = `${start > 0 ? "…" : ""}${points.slice(start, end).join("")}${end < points.length ? "…" : ""}`
  return typeof value === "string" ? JSON.stringify(text) : text
}
