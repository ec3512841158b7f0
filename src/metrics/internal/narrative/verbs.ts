/**
 * The verbs that change something in the world, in every form that a story about it may use.
 */

/** Base form, then its past forms; the present ones follow a rule. */
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

/** Whether any word of a text could be a past form: most texts that claim nothing are told by that. */
export const mayHavePast = (text: string): boolean => {
  const lower = text.toLowerCase()
  for (const past of pasts.keys()) if (lower.includes(past)) return true
  return false
}

/**
 * The verb that a lower-case word is any form of. "Setting" is none: in names of tools it is a thing, and `get_setting`
 * sets nothing.
 */
export const verbOf = (word: string): Verb | undefined => forms.get(word)

/** Present and past look alike: only what stands around it tells that something was done. */
export const isTimeless = (verb: Verb): boolean => pastOf(verb) === verb

const presents = (verb: Verb): ReadonlyArray<string> => {
  const stem = verb.endsWith("e") ? verb.slice(0, -1) : verb
  return [verb, `${verb}s`, `${verb}es`, `${stem}ing`, `${stem}${stem.at(-1)}ing`].filter((form) => form !== "setting")
}

/** Filled in plain loops, since every start of a suite does it. */
const pasts = new Map<string, Verb>()
for (const [verb, ...past] of conjugations) for (const form of past) pasts.set(form, verb)

const forms = new Map(pasts)
for (const verb of verbs) for (const form of presents(verb)) forms.set(form, verb)
