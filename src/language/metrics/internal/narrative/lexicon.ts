/**
 * What a word of a text is, by its form alone.
 */
import { kept, keptFor } from "./kept.ts"
import { secondWordsOf } from "./phrasal.ts"
import type { Token } from "./sentences.ts"
import { classOf } from "./words.ts"

/** The base form of each past form that may be a claim. */
export type Pasts = ReadonlyMap<string, string>

export type ReadWord = (written: string) => Pick<Token, "is" | "lower" | "verb" | "seconds">

export const wordsReadWith: (pasts: Pasts) => ReadWord = keptFor((pasts) =>
  kept((written) => {
    const small = written.toLowerCase()
    const lower = small.includes("’") ? small.replaceAll("’", "'") : small
    const verb = pasts.get(lower)
    return { is: verb === undefined ? classOf(lower) : "past", verb, lower, seconds: secondWordsOf(lower) }
  })
)
