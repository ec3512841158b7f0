/**
 * Words and their stems: the parts of a name (`create_issue`, `createIssue`), and what makes inflections compare equal (issue and
 * issues, close and closed, reply and replies).
 */
import { irregularBase, irregularForms } from "./words.ts"

/** 1 for spaces and characters of zero width, 2 for letters, digits and `_`, 0 for other signs; beyond ASCII by code unit. */
const kinds = new Uint8Array(0x10000).fill(2)
const ranges: ReadonlyArray<readonly [kind: number, codes: string]> = [
  [
    0,
    "0-2f 3a-40 5b-5e 60 7b-a9 ab-b4 b6-b9 bb-bf d7 f7 2000-206f 20a0-20cf 2190-2bff 3000-303f d83c-d83e fe00-fe0f feff-ff0f"
  ],
  [1, "9 d 20 a0 ad 2000-200f 202a-202f 205f-206f 3000 fe00-fe0f feff"]
]
for (const [kind, codes] of ranges) {
  for (const range of codes.split(" ")) {
    const [first = 0, last = first] = range.split("-").map((code) => parseInt(code, 16))
    kinds.fill(kind, first, last + 1)
  }
}

/** The second half of a character beyond 16 bits is what its first half is: an emoji is a sign as a whole. */
export const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return kinds[code >= 0xdc00 && code <= 0xdfff ? text.charCodeAt(at - 1) : code] === 2
}

export const isBlankAt = (text: string, at: number): boolean => kinds[text.charCodeAt(at)] === 1

/** Keeps what was made of a word, for the same words and names recur in every run. What is kept is bounded. */
export const kept = <A>(make: (word: string) => A, longest = 40): ((word: string) => A) => {
  const known = new Map<string, A>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const made = make(word)
    if (known.size >= 10_000) known.clear()
    if (word.length <= longest) known.set(word, made)
    return made
  }
}

export const keptFor = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  const known = new WeakMap<K, A>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}

/** Whether a letter or a digit is at this position. */
export const isPartAt = (text: string, at: number): boolean => text[at] !== "_" && isWordAt(text, at)

/** Runs of letters and digits, as written. */
export const words = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (isPartAt(text, at)) continue
    if (at > start) found.push(text.slice(start, at))
    start = at + 1
  }
  return found
}

export const parts = (name: string): ReadonlyArray<string> => words(name).flatMap(humps)

/** The parts of one word: `createIssue`, `HTTPServer`, `v2`. */
export const humps = (word: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let start = 0
  let [before, kind] = [caseAt(word, 0), caseAt(word, 1)]
  for (let at = 1; at < word.length; at++) {
    const after = caseAt(word, at + 1)
    const isCapital = kind === "upper" && (before === "lower" || (before === "upper" && after === "lower"))
    if (isCapital || (before === "digit") !== (kind === "digit")) {
      found.push(word.slice(start, at))
      start = at
    }
    ;[before, kind] = [kind, after]
  }
  return [...found, word.slice(start)]
}

/** "letter" behind the end of the word. */
const caseAt = (word: string, at: number): "upper" | "lower" | "digit" | "letter" => {
  const character = word.charAt(at)
  if (character >= "0" && character <= "9") return "digit"
  if (character !== character.toLowerCase()) return "upper"
  return character === character.toUpperCase() ? "letter" : "lower"
}

/** Equal for inflections of one word, and different for different words. Not a readable word. */
export const stem = kept((word: string): string => {
  const lower = word.toLowerCase()
  return bare(irregularBase(lower) ?? withoutEnding(singular(lower)))
})

/** How the inflections of a stem begin: with the stem but for a last "i", or as irregular forms; any way beyond ASCII. */
export const beginningsOf = kept((stemmed: string): ReadonlyArray<string> => {
  if (!/^[\x20-\x7e]*$/.test(stemmed)) return [""]
  const irregular = [...irregularForms].flatMap(([base, forms]) => (stem(base) === stemmed ? forms : []))
  return [stemmed.endsWith("i") ? stemmed.slice(0, -1) : stemmed, ...irregular]
})

/** The noun in the singular: "issues" gives "issue", "status" stays. */
export const singular = (noun: string): string => {
  const word = noun.toLowerCase()
  if (word.length < 4) return word
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:ss|[tnr]us|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

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

/** Words for the same thing: a "meeting" is an `event`. */
const groups =
  "email mail message|event meeting appointment calendar call invite|issue ticket bug case|pr pull request|" +
  "file document doc|task todo|directory folder|record row entry line|page article post|note comment|" +
  "user account member profile|repo repository|booking reservation|message announcement reply thread|pod deployment|bag baggage luggage|" +
  "song track|photo image picture media|contact lead|product item|leave vacation pto absence|appointment visit|tag label|" +
  "column field property|sheet spreadsheet tab|payment charge transaction"

/** The stems of what a word may mean: "pull-request" means `pr` too. */
export type Synonyms = (word: string) => ReadonlyArray<string>

let plain: Synonyms | undefined

/** With the words of a suite: a word, and the words that mean the same. */
export const synonymsWith = (added: Readonly<Record<string, ReadonlyArray<string>>> = {}): Synonyms => {
  const own = Object.entries(added).map(([word, others]) => [word, ...others])
  if (own.length === 0) return (plain ??= synonymsIn([]))
  return synonymsIn(own)
}

const synonymsIn = (own: ReadonlyArray<ReadonlyArray<string>>): Synonyms => {
  const all = new Map<string, ReadonlyArray<string>>()
  for (const list of [...groups.split("|").map((group) => group.split(" ")), ...own]) {
    const stems = list.map(stem)
    for (const one of stems) all.set(one, [...new Set([one, ...(all.get(one) ?? []), ...stems])])
  }
  return kept((word) => parts(word).flatMap((part) => all.get(stem(part)) ?? [stem(part)]))
}
