/**
 * Where in a text that is JSON a value begins. Nothing recurses.
 */
import { afterBlank, stringEnd } from "./jsonErrorAt.ts"

export type JsonKey = string | number

/** The place of the value at a path; where there is none, of the last value on the way to it. */
export const jsonPlace = (text: string, path: ReadonlyArray<JsonKey>): number => {
  let at = afterBlank(text, 0)
  for (const key of path) {
    const found = placesIn(text, at).findLast((one) => String(one.key) === String(key))
    if (found === undefined) return at
    at = found.at
  }
  return at
}

interface Member {
  readonly key: JsonKey
  readonly at: number
}

/** The members of the object or list that begins here, in order; of anything else, none. */
export const placesIn = (text: string, start: number): ReadonlyArray<Member> => {
  const isList = text[start] === "["
  if (!isList && text[start] !== "{") return []
  const members: Array<Member> = []
  let at = afterBlank(text, start + 1)
  while (at < text.length && text[at] !== "]" && text[at] !== "}") {
    let key: JsonKey = members.length
    if (!isList) {
      const end = stringEnd(text, at)
      key = JSON.parse(text.slice(at, end)) as string
      at = afterBlank(text, afterBlank(text, end) + 1)
    }
    members.push({ key, at })
    at = afterBlank(text, valueEnd(text, at))
    if (text[at] === ",") at = afterBlank(text, at + 1)
  }
  return members
}

/** The place behind the value that begins here. */
const valueEnd = (text: string, start: number): number => {
  let [at, depth] = [start, 0]
  while (at < text.length) {
    const character = text[at]!
    if (depth === 0 && ",]}".includes(character)) return at
    if (character === '"') at = stringEnd(text, at)
    else {
      depth += Number("[{".includes(character)) - Number("]}".includes(character))
      at++
    }
    if (depth === 0 && '"]}'.includes(character)) return at
  }
  return at
}
