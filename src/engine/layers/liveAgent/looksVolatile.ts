/**
 * Whether a difference between two requests is one of a time or of an id that was made up, and how to leave it out.
 */
import type { Difference } from "../../../base/std/differences.ts"
import type { Json } from "../../../base/domain/Json.ts"

/** Undefined if it looks like a change that was meant; otherwise an entry of `volatile` as a suite would write it. */
export const volatileEntry = ({ after, before, path }: Difference): string | undefined => {
  if (before === undefined || after === undefined) return undefined
  if (isMadeUp(before) && isMadeUp(after)) return JSON.stringify(path)
  if (typeof before !== "string" || typeof after !== "string") return undefined
  const all = shapesBetween(before, after)
  return all.length === 0
    ? undefined
    : all.map(({ flags, source }) => `/${source}/${flags.replace("g", "")}`).join(", ")
}

/** Those whose matches are all that differs between two texts. None: they differ in more. */
const shapesBetween = (before: string, after: string): ReadonlyArray<RegExp> => {
  const found: Array<RegExp> = []
  let [one, other] = [before, after]
  for (const shape of shapes) {
    if (String(one.match(shape)) === String(other.match(shape))) continue
    found.push(shape)
    one = one.replace(shape, "")
    other = other.replace(shape, "")
    if (one === other) return found
  }
  return []
}

/** Each matches one kind of time or id within a text, the longer ones first. */
const shapes: ReadonlyArray<RegExp> = [
  /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} [\d:]{8} GMT[+-]\d{4}(?: \([^)]*\))?/g,
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
  /\d{4}[-/]\d{2}[-/]\d{2}/g,
  /\b(?:\d{1,2}\.? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?,?(?: \d{1,2}(?:st|nd|rd|th)?,?)? \d{4}\b/g,
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[AP]M)?\b/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /\b\d{10,16}(?:\.\d+)?\b/g,
  /\b0\.\d{8,}\b/g,
  /\b[0-9a-f]{12,}\b/gi,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}/g
]

/** Whether a value as a whole is a time or an id: a word with digits, a large number, or one with many decimals. */
const isMadeUp = (value: Json): boolean => {
  if (typeof value === "number") return Math.abs(value) >= 1e9 || /\.\d{8,}$/.test(String(value))
  if (typeof value !== "string") return false
  return (
    (/^[\w:.+/=-]{8,}$/.test(value) && /\d/.test(value) && !/^(?:\d{1,8}|.*:\/\/.*)$/.test(value)) ||
    shapes.some((shape) => value.replace(shape, "") === "")
  )
}
