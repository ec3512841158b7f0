/**
 * Reads what says a past action in other words as the past form: "did create", "managed to create", "was able to
 * create" are "created", and "is now closed" is "was closed".
 */
import type { Token } from "./sentences.ts"
import type { Verbs } from "./verbs.ts"

export const withPlainPasts = (all: ReadonlyArray<Token>, { meanings }: Verbs): ReadonlyArray<Token> => {
  const tokens = withoutAsides(all)
  if (!tokens.some(({ is, lower }) => is === "did" || is === "to" || lower === "now")) return tokens
  const read: Array<Token> = []
  for (const token of tokens) {
    const base = token.is === "content" || token.is === "past" ? token.lower : ""
    const dropped = meanings.has(base) ? introduction(read) : 0
    if (dropped > 0) {
      read.length -= dropped
      read.push({ ...token, is: "past", verb: base })
    } else read.push(token)
  }
  return read.map((token, at) => (token.is === "is" && isNow(read, at) ? { ...token, is: "got" } : token))
}

/** How many words before a base form make it a past action. */
const introduction = (before: ReadonlyArray<Token>): number => {
  let at = before.length - 1
  while (before[at]?.is === "adverb") at--
  if (before[at]?.is === "did") return before[at - 1]?.is === "not" ? 0 : before.length - at
  if (before[at]?.is !== "to") return 0
  const verb = before[at - 1]
  if (verb !== undefined && successes.has(verb.lower)) return before[at - 2]?.is === "not" ? 0 : before.length - at + 1
  return verb?.lower === "able" && before[at - 2]?.is === "was" ? before.length - at + 2 : 0
}

const successes = new Set(["managed", "proceeded", "succeeded"])

/** "Is now closed", "is closed now". */
const isNow = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const [first, second, third] = tokens.slice(at + 1, at + 4)
  return (
    (first?.lower === "now" && (second?.is === "past" || third?.is === "past")) ||
    (first?.is === "past" && second?.lower === "now")
  )
}

/** "The issue you asked for was created" is "the issue was created". */
const withoutAsides = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const at = tokens.findIndex(({ lower }, place) => lower === "you" && wishes.has(tokens[place + 1]?.lower ?? ""))
  if (at <= 0 || !["content", "name", "quote", "number", "relative"].includes(tokens[at - 1]!.is)) return tokens
  const end = tokens.findIndex(({ is }, place) => place > at + 1 && is !== "preposition" && is !== "adverb")
  const start = tokens[at - 1]!.is === "relative" ? at - 1 : at
  return ["was", "is", "have", "had"].includes(tokens[end]?.is ?? "")
    ? [...tokens.slice(0, start), ...tokens.slice(end)]
    : tokens
}

const wishes = new Set("asked requested wanted mentioned needed specified described listed named".split(" "))
