/**
 * The class of a word in a sentence, as far as recognizing claims needs it.
 *
 * The function words of English are listed; every other word is a past form of a listed verb, a name (`ABC-12`,
 * `report.txt`), a number, or content.
 */

const listed = {
  /** The agent. */
  self: "i we",
  /** Anyone but the agent. */
  other: "you he she they it someone somebody everyone everybody anyone anybody",
  object: "me us him them",
  determiner: "the a an this these those my our their its your his her another",
  quantifier:
    "all both each every some any several many few most more one two three four five six seven eight nine ten",
  none: "no nothing none nobody neither without zero 0",
  preposition:
    "of in on at by for with from into onto about over under between among through during against via per as like " +
    "than using including regarding within across toward towards upon",
  to: "to",
  link: "and or and/or then plus",
  but: "but",
  conjunction: "so while although though whereas where why",
  reason: "because since",
  temporal: "once until till when whenever after before",
  relative: "that who whom",
  which: "which what whose",
  unreal: "if unless whether wish doubt imagine pretend suppose supposing assuming hypothetically lest how otherwise",
  was: "was were",
  /** Genitive ("the label"), or short for "is" and "has". */
  genitive: "'s",
  is: "is are am be 're 'm get gets getting",
  been: "been",
  being: "being",
  have: "have has 've",
  had: "had",
  would: "'d",
  having: "having",
  got: "got gotten",
  did: "did",
  do: "do does",
  modal: "will would can could shall should may might must ought cannot 'll wo ca sha",
  not: "not n't never hardly barely scarcely rarely nearly almost nor",
  only: "only",
  adverb:
    "also already yet just now still soon again always ever even too very here there today yesterday tomorrow " +
    "tonight earlier later first next afterwards instead however together twice thus therefore myself ourselves " +
    "itself else well far please out up off down back away",
  interjection: "done ok okay yes sure great perfect alright finished thanks success hello hi good"
} as const

export type Class =
  | keyof typeof listed
  | "past"
  | "number"
  | "name"
  | "content"
  /** A quotation or code. */
  | "quote"
  | "comma"
  | "open"
  | "close"
  /** Any other mark; it ends the clause. */
  | "mark"

/** The class of a word in lower case that is no past form of a known verb. */
export const classOf = (word: string): Class =>
  (classes ??= listedClasses()).get(word) ?? shapeOf(word) ?? classOfContent(word)

/** Whether a noun phrase means the agent. */
export const namesSelf = (nouns: ReadonlyArray<string>): boolean =>
  nouns.length === 1 && (nouns[0] === "agent" || nouns[0] === "assistant")

/** Whether a word looks like a past form: "checked", "found". */
export const looksPast = (word: string): boolean =>
  irregular.has(word) || (word.length > 4 && word.endsWith("ed") && !word.endsWith("eed"))

/** Adjectives that are coordinated with a participle: "open and closed issues". */
export const isTrait = (word: string): boolean => traits.has(word)

/** Verbs that often follow a noun phrase, as in "closed issues remain open". */
export const looksFinite = (word: string): boolean => finite.has(word)

/** Words of certainty: "I am not sure that I sent it" and "please check that it was sent" are not claims. */
export const isGerund = (word: string): boolean => word.endsWith("ing") && !things.has(word)

export const isAttitude = (word: string): boolean => attitudes.has(word)

/** "By mistake" says how something was done, not by whom. */
export const isManner = (word: string, isBare: boolean): boolean =>
  manners.has(word) || (isBare && word.endsWith("ing"))

/** "Put together" and "set up" are other verbs. */
export const isParticle = (word: string): boolean => particles.has(word)

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** Made on first use: most starts of a suite read no claims. */
let classes: ReadonlyMap<string, Class> | undefined

const listedClasses = (): ReadonlyMap<string, Class> => {
  const all = new Map<string, Class>()
  for (const [name, words] of Object.entries(listed)) for (const one of words.split(" ")) all.set(one, name as Class)
  return all
}

const irregular = set("found ran made took built kept gave left went read got did saw began chose drew")

const traits = set("open new old existing pending active unread")

const finite = set(
  "show shows contain contains include includes remain remains apply applies appear appears list lists need needs " +
    "say says look looks exist exists indicate indicates"
)

const attitudes = set(
  "think believe sure certain confirm know recall remember say claim mean guarantee verify check ensure true clear"
)

/** Things that only look like gerunds. */
const things = set(
  "meeting booking listing setting heading building warning recording filing posting mapping binding string thing pricing " +
    "billing training onboarding ring king evening morning spring wing sibling ceiling landing parking routing drawing"
)

const particles = set("up out off down together aside forward")

const manners = set("mistake accident default email mail hand design end")

/** Nouns and adjectives that only look like adverbs. */
const notAdverbs = set(
  "daily weekly monthly yearly hourly quarterly reply family supply assembly anomaly early friendly only july italy " +
    "rally ally fly apply"
)

const shapeOf = (word: string): Class | undefined => {
  if (!/[\d._/@#]/.test(word)) return undefined
  return /^[$€£]?\d[\d.,:]*$/.test(word) ? "number" : "name"
}

const classOfContent = (word: string): Class =>
  word.length > 3 && word.endsWith("ly") && !notAdverbs.has(word) ? "adverb" : "content"
