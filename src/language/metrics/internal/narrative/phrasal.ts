/**
 * Verbs that mean a write with a second word only: "set up" creates, "rolled the release back" reverts. Such a verb is
 * read as the one that says the same in one word.
 */
import type { Token } from "./sentences.ts"
import type { Class } from "./words.ts"

/** The verb that each second word makes. */
export type SecondWords = ReadonlyMap<string, string>

export const secondWordsOf = (past: string): SecondWords | undefined => verbs.get(past)

/** Every past form that has a second word. */
export const phrasalPasts = (): Iterable<string> => verbs.keys()

export const withPhrasalVerbs = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.some(({ seconds }) => seconds !== undefined)
    ? tokens.map((token, at) => {
        const verb = token.seconds?.get(secondWord(tokens, at, token.seconds))
        return verb === undefined ? token : { ...token, is: "past", verb }
      })
    : tokens

/** The next word, or the one after the object: "back", in "rolled the release back". */
const secondWord = (tokens: ReadonlyArray<Token>, verb: number, seconds: SecondWords): string => {
  for (const { is, lower } of tokens.slice(verb + 1, verb + 1 + FARTHEST)) {
    if (seconds.has(lower)) return lower
    if (!objects.has(is)) break
  }
  return ""
}

const FARTHEST = 6

const objects = new Set<Class>(["determiner", "content", "name", "quote", "number", "genitive", "object", "other"])

/** Past forms, the second word, and the verb that means the same. */
const table =
  "set+up=create spun+up=create rolled+back=revert rolled+out=deploy tore+down=delete torn+down=delete took+down=remove " +
  "taken+down=remove shut+down=stop turned+on=enable turned+off=disable turned+up=set turned+down=set kicked+off=trigger signed+up=register " +
  "ticked+off=complete checked+off=complete crossed+off=complete gave+access=grant given+access=grant"

const verbs = new Map<string, Map<string, string>>()
for (const [past = "", second = "", verb = ""] of table.split(" ").map((entry) => entry.split(/[+=]/))) {
  verbs.set(past, (verbs.get(past) ?? new Map<string, string>()).set(second, verb))
}
