/**
 * Words for the same thing: a "meeting" is an `event`. A suite can add those of its domain.
 */
import { kept } from "./kept.ts"
import { parts } from "./parts.ts"
import { stem } from "./stem.ts"

const groups =
  "email mail message|event meeting appointment calendar call invite|issue ticket bug case|pr pull request|" +
  "file document doc|task todo|directory folder|record row entry line|page article post|note comment|" +
  "user account member profile|repo repository|booking reservation|message announcement reply thread|pod deployment|bag baggage luggage|song track|photo image picture media|" +
  "contact lead|product item|leave vacation pto absence|appointment visit|tag label|column field property|sheet spreadsheet tab|payment charge transaction"

/** The stems of what a word may mean: "pull-request" means `pr` too. */
export type Synonyms = (word: string) => ReadonlyArray<string>

/** Made on first use. */
let known: Synonyms | undefined

/** `added`: a word, and the words that mean the same. */
export const synonymsWith = (added: Readonly<Record<string, ReadonlyArray<string>>> = {}): Synonyms => {
  const own = Object.entries(added).map(([word, others]) => [word, ...others])
  known ??= collect(groups.split("|").map((group) => group.split(" ")))
  return own.length === 0 ? known : collect([...groups.split("|").map((group) => group.split(" ")), ...own])
}

const collect = (lists: ReadonlyArray<ReadonlyArray<string>>): Synonyms => {
  const all = new Map<string, ReadonlyArray<string>>()
  for (const list of lists) {
    const stems = list.map(stem)
    for (const one of stems) all.set(one, [...new Set([one, ...(all.get(one) ?? []), ...stems])])
  }
  return kept((word) => parts(word).flatMap((part) => all.get(stem(part)) ?? [stem(part)]))
}
