/**
 * The listed verbs: those of write actions, in all their forms.
 */

/** Base form, then the past forms. Present forms are made by a rule. */
const conjugations = [
  ["create", "created"],
  ["update", "updated"],
  ["delete", "deleted"],
  ["remove", "removed"],
  ["send", "sent"],
  ["write", "wrote", "written"],
  ["post", "posted"],
  ["insert", "inserted"],
  ["set", "set"],
  ["put", "put"],
  ["patch", "patched"],
  ["publish", "published"],
  ["destroy", "destroyed"],
  ["drop", "dropped"],
  ["add", "added"],
  ["edit", "edited"],
  ["upload", "uploaded"],
  ["merge", "merged"],
  ["close", "closed"],
  ["cancel", "cancelled", "canceled"],
  ["approve", "approved"],
  ["revoke", "revoked"]
] as const satisfies ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>

export type Verb = (typeof conjugations)[number][0]

export const verbs: ReadonlyArray<Verb> = conjugations.map(([base]) => base)

/** The verb that a lower-case word is a past form of. */
export const pastOf = (word: string): Verb | undefined => pasts.get(word)

/** Whether a text may hold a past form. Fast, and false for most texts without claims. */
export const mayHavePast = (text: string): boolean => {
  const lower = text.toLowerCase()
  for (const past of pasts.keys()) if (lower.includes(past)) return true
  return false
}

/**
 * The verb that a lower-case word is a form of. "setting" is excluded, because it is a noun in names like
 * `get_setting`.
 */
export const verbOf = (word: string): Verb | undefined => forms.get(word)

/** Whether present and past are the same word, so that only the context shows a past action. */
export const isTimeless = (verb: Verb): boolean => pastOf(verb) === verb

const presents = (verb: Verb): ReadonlyArray<string> => {
  const stem = verb.endsWith("e") ? verb.slice(0, -1) : verb
  return [verb, `${verb}s`, `${verb}es`, `${stem}ing`, `${stem}${stem.at(-1)}ing`].filter((form) => form !== "setting")
}

/** Filled in plain loops, because every start of a suite does it. */
const pasts = new Map<string, Verb>()
for (const [verb, ...past] of conjugations) for (const form of past) pasts.set(form, verb)

const forms = new Map(pasts)
for (const verb of verbs) for (const form of presents(verb)) forms.set(form, verb)
