/**
 * Stems words, so that their inflections compare equal: issue and issues, close and closed, reply and replies.
 */
import { kept } from "./kept.ts"
import { parts } from "./parts.ts"
import { irregularBase, irregularForms } from "./verbs.ts"

/** Equal for inflections of one word, and different for different words. Not a readable word. */
export const stem = kept((word: string): string => {
  const lower = word.toLowerCase()
  return bare(irregularBase(lower) ?? withoutEnding(singular(lower)))
})

/**
 * How the inflections of a stem begin, in lower case: with the stem but for a last "i", or as irregular forms. Empty for a
 * stem beyond ASCII, whose small letters may depend on those around them.
 */
export const beginningsOf = kept((stemmed: string): ReadonlyArray<string> => {
  if (!/^[\x20-\x7e]*$/.test(stemmed)) return [""]
  const irregular = irregularForms().flatMap(([form, base]) => (stem(base) === stemmed ? [form] : []))
  return [stemmed.endsWith("i") ? stemmed.slice(0, -1) : stemmed, ...irregular]
})

/** The noun in the singular: "issues" gives "issue", "status" stays. */
export const singular = (noun: string): string => {
  const word = noun.toLowerCase()
  if (word.length < 4) return word
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (SIBILANT.some((ending) => word.endsWith(ending))) return word.slice(0, -2)
  return word.endsWith("s") && !SINGULAR.some((ending) => word.endsWith(ending)) ? word.slice(0, -1) : word
}

/** The stems of the words of a name. */
export const stemsOf = (name: string): ReadonlySet<string> => new Set(parts(name).map(stem))

const SIBILANT = ["sses", "tuses", "nuses", "ruses", "xes", "ches", "shes"]
const SINGULAR = ["ss", "us", "is"]

const withoutEnding = (word: string): string => {
  const ending = ["ing", "ed"].find((suffix) => word.endsWith(suffix) && !word.endsWith("eed") && word !== "setting")
  const rest = ending === undefined ? "" : word.slice(0, -ending.length)
  return rest.length > 2 && /[aeiouy]/.test(rest) ? rest : word
}

/** Drops the letters that depend on the ending: pric(e), tag(g), notif(y, i). */
const bare = (word: string): string => {
  const open = word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word
  const single = open.length > 3 && open.at(-1) === open.at(-2) ? open.slice(0, -1) : open
  return single.endsWith("y") ? `${single.slice(0, -1)}i` : single
}
