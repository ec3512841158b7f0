/**
 * The classes of words that reading a claim needs. The function words of English are listed; every other word is a past form
 * of a known verb, a name (`ABC-12`, `report.txt`), a number, or content.
 */

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "))

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
    "of in on at by for with from into onto about over under between among through during against via per as like than using including regarding within across toward towards upon",
  to: "to",
  link: "and or and/or then plus & + /",
  but: "but",
  conjunction: "so while although though whereas where why",
  reason: "because since",
  temporal: "once until till when whenever after before",
  relative: "that who whom",
  which: "which what whose",
  unreal: "if unless whether wish doubt imagine pretend suppose supposing assuming hypothetically lest how otherwise",
  was: "was were",
  /** Also short for "is" and "has". */
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
    "also already yet just now still soon again always ever even too very here there today yesterday tomorrow tonight earlier later first next afterwards instead however together twice thus therefore myself ourselves itself else well far please out up off down back away",
  interjection: "done ok okay yes sure great perfect alright finished thanks success hello hi good",
  comma: ",",
  open: "(",
  close: ")"
} as const

export type Class =
  | keyof typeof listed
  | "past"
  | "number"
  | "name"
  | "content"
  /** A quotation or code. */
  | "quote"
  /** A sign that ends the clause. */
  | "mark"

const classes = new Map<string, Class>(
  Object.entries(listed).flatMap(([name, words]) => words.split(" ").map((word) => [word, name as Class] as const))
)

export const classSet = (names: string) => wordSet(names) as ReadonlySet<Class>

/** The class of a word in lower case, except for past forms of known verbs. */
export const classOf = (word: string): Class => {
  const known = classes.get(word)
  if (known !== undefined) return known
  if (/[\d._/@#]/.test(word)) return /^[$€£]?\d[\d.,:]*$/.test(word) ? "number" : "name"
  return word.length > 3 && word.endsWith("ly") && !notAdverbs.has(word) ? "adverb" : "content"
}

export const signClass = (sign: string): Class => classes.get(sign) ?? "mark"

/** "checked", "found". */
export const looksPast = (word: string): boolean =>
  otherPasts.has(word) || (word.length > 4 && word.endsWith("ed") && !word.endsWith("eed"))

export const isGerund = (word: string): boolean => word.endsWith("ing") && !things.has(word)

/** Names of the agent. */
export const agents = wordSet("agent assistant")

/** Adjectives that are coordinated with a participle: "open and closed issues". */
export const traits = wordSet("open new old existing pending active unread")

/** Verbs that often follow a noun phrase, as in "closed issues remain open". */
export const presents = wordSet(
  "show shows contain contains include includes remain remains apply applies appear appears list lists need needs say says look looks exist exists indicate indicates"
)

/** "I am not sure that I sent it" and "please check that it was sent" claim nothing. */
export const attitudes = wordSet(
  "think believe sure certain confirm know recall remember say claim mean guarantee verify check ensure true clear"
)

/** "Put together" and "set up" are other verbs. */
export const particles = wordSet("up out off down together aside forward")

/** "By mistake" says how something was done, not by whom. */
export const manners = wordSet("mistake accident default email mail hand design end")

/** Base forms, and the past forms that no rule gives. */
export const irregularForms: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  "send/sent write/wrote/written set/set put/put reset/reset rewrite/rewrote/rewritten overwrite/overwrote/overwritten make/made build/built pay/paid buy/bought withdraw/withdrew/withdrawn run/ran/run shut/shut cancel/cancelled/canceled label/labelled/labeled leave/left give/gave/given freeze/froze/frozen unfreeze/unfroze/unfrozen hide/hid/hidden undo/undid/undone split/split bind/bound sell/sold rerun/reran/rerun"
    .split(" ")
    .map((verb) => verb.split("/"))
    .map(([base = "", ...forms]) => [base, forms])
)

const bases = new Map([...irregularForms].flatMap(([base, forms]) => forms.map((form) => [form, base] as const)))

/** The base form of an irregular past form. */
export const irregularBase = (form: string): string | undefined => bases.get(form)

const otherPasts = wordSet("found ran made took built kept gave left went read got did saw began chose drew")

/** Only look like gerunds. */
const things = wordSet(
  "meeting booking listing setting heading building warning recording filing posting mapping binding string thing pricing billing training onboarding ring king evening morning spring wing sibling ceiling landing parking routing drawing"
)

/** Only look like adverbs. */
const notAdverbs = wordSet(
  "daily weekly monthly yearly hourly quarterly reply family supply assembly anomaly early friendly only july italy rally ally fly apply"
)
