/**
 * Words for the same thing: a "meeting" is an `event`. A suite can add those of its domain.
 */
import { parts } from "./parts.ts"
import { stem } from "./stem.ts"

const groups =
  "email mail message|event meeting appointment calendar call invite|issue ticket bug case|pr pull request|" +
  "file document doc|task todo item|directory folder|record row entry line|page article post|note comment|" +
  "user account member profile|repo repository|booking reservation|message announcement reply thread|pod deployment"

export interface Synonyms {
  /** The stems that mean the same, by stem. */
  readonly byStem: ReadonlyMap<string, ReadonlyArray<string>>
  /** The words that were asked for: the same ones recur in every run. */
  readonly byWord: Map<string, ReadonlyArray<string>>
}

/** Made on first use. */
let known: Synonyms | undefined

/** `added`: a word, and the words that mean the same. */
export const synonymsWith = (added: Readonly<Record<string, ReadonlyArray<string>>> = {}): Synonyms => {
  const own = Object.entries(added).map(([word, others]) => [word, ...others])
  known ??= collect(groups.split("|").map((group) => group.split(" ")))
  return own.length === 0 ? known : collect([...groups.split("|").map((group) => group.split(" ")), ...own])
}

/** The stems of what a word may mean: "pull-request" means `pr` too. */
export const thingsOf = (word: string, { byStem, byWord }: Synonyms): ReadonlyArray<string> => {
  const known = byWord.get(word)
  if (known !== undefined) return known
  const things = parts(word).flatMap((part) => byStem.get(stem(part)) ?? [stem(part)])
  if (byWord.size >= MOST) byWord.clear()
  byWord.set(word, things)
  return things
}

const MOST = 10_000

const collect = (lists: ReadonlyArray<ReadonlyArray<string>>): Synonyms => {
  const all = new Map<string, ReadonlyArray<string>>()
  for (const list of lists) {
    const stems = list.map(stem)
    for (const one of stems) all.set(one, [...new Set([one, ...(all.get(one) ?? []), ...stems])])
  }
  return { byStem: all, byWord: new Map() }
}
