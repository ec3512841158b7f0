/**
 * What a tool does, by its annotations and its name: whether it writes, which actions it can do, and to what.
 */
import { isJsonObject } from "../../../../base/std/Json.ts"
import type { ToolOffered } from "../../../../base/domain/verdict/Metric.ts"
import { isCallOf, unprefixedName } from "../toolCalls.ts"
import { kept, keptFor } from "./kept.ts"
import { parts } from "./parts.ts"
import { stem } from "./stem.ts"
import {
  type Actions,
  actionBits,
  actionsOf,
  deedOf,
  isLight,
  isProduct,
  knownVerbs,
  type Meaning,
  type Verbs
} from "./verbs.ts"

export interface Overrides {
  /** Tools that are always mutating. */
  readonly mutating_tools?: ReadonlyArray<string>
  /** Tools that are never mutating, even if their name or `mutating_tools` says so. */
  readonly readonly_tools?: ReadonlyArray<string>
}

export interface ToolRead {
  readonly name: string
  /** `open`: its arguments say what it does, as those of `execute_sql`. Undefined if nothing says it. */
  readonly kind: "read" | "write" | "open" | undefined
  readonly actions: Actions
  /** The verbs of its name, in their base form. */
  readonly verbs: ReadonlySet<string>
  /** The stems of the other words of its name. */
  readonly nouns: ReadonlySet<string>
  /** These words, in lower case. */
  readonly words: ReadonlyArray<string>
  /** The stems of the words that mention it. If all words of a name are short, all of them do. */
  readonly salient: ReadonlyArray<string>
}

export const readTool = (tool: ToolOffered, verbs: Verbs, overrides: Overrides): ToolRead => {
  const named = namesReadWith(verbs)(unprefixedName(tool))
  return { ...named, kind: kindOf(tool, named, overrides) }
}

const NONE: Meaning = { actions: 0, mark: "" }

type NameRead = Omit<ToolRead, "kind">

const namesReadWith = keptFor((verbs: Verbs) => kept((name) => readName(name, verbs)))

const readName = (name: string, { learned, meanings }: Verbs): NameRead => {
  const written = parts(name)
  const words = oneVerb(written.map((part) => part.toLowerCase()))
  const plain = verbsIn(words, meanings, learned)
  const isLearned = plain.length === 0 && learned.has(words[0] ?? "") && !words.some((word) => shown.has(word))
  const verbs = isLearned ? [words[0]!] : plain
  const nouns = words.filter((word) => !verbs.includes(word) && !fillers.has(word))
  const deeds = nouns.reduce((all, noun) => all | deedOf(noun), 0)
  const actions = verbs.reduce(
    (all, verb) =>
      all | (learned.has(verb) ? 0 : actionsOf(verb, meanings.get(verb) ?? NONE, nouns)) | (besides.get(verb) ?? 0),
    deeds
  )
  const long = written.filter((part) => part.length >= SALIENT)
  return {
    name,
    actions,
    verbs: new Set(verbs),
    nouns: new Set(nouns.map(stem)),
    words: nouns,
    salient: (long.length > 0 ? long : written).map(stem)
  }
}

/** `turn_on` enables. */
const oneVerb = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = words.findIndex((word, place) => pairs.has(`${word} ${words[place + 1]}`))
  return at === -1 ? words : words.toSpliced(at, 2, pairs.get(`${words[at]} ${words[at + 1]}`)!)
}

const pairs = new Map([
  ["turn on", "enable"],
  ["turn off", "disable"],
  ["switch on", "enable"],
  ["switch off", "disable"],
  ["shut down", "stop"],
  ["roll back", "revert"],
  ["set up", "create"],
  ["check in", "register"]
])

/** The least length of a salient word. */
const SALIENT = 3

/** `push_files` commits what it pushes. */
const besides = new Map([["push", actionBits.create | actionBits.change]])

const kindOf = (
  tool: ToolOffered,
  { actions, verbs: verbSet, words: nouns }: NameRead,
  { mutating_tools = [], readonly_tools = [] }: Overrides
): ToolRead["kind"] => {
  const verbs = [...verbSet]
  const isOne = (names: ReadonlyArray<string>) => names.some((name) => isCallOf(name, tool))
  if (isOne(readonly_tools)) return "read"
  if (isOne(mutating_tools)) return "write"
  const { destructiveHint, readOnlyHint } = isJsonObject(tool.annotations) ? tool.annotations : {}
  if (readOnlyHint === true) return "read"
  const isOpen =
    verbs.some((verb) => openVerbs.has(verb) && (verb !== "request" || nouns.length === 0)) ||
    nouns.some((noun) => openNouns.has(noun))
  if (isOpen) return "open"
  if (readOnlyHint === false || destructiveHint === true) return "write"
  if (verbs.some((verb) => reads.has(verb)))
    return actions !== 0 && verbs.some((verb) => !reads.has(verb)) ? "write" : "read"
  if (actions !== 0) return "write"
  return verbs.length === 0 && nouns.some((noun) => shown.has(noun)) ? "read" : undefined
}

/**
 * The verb of a name is its first one; "and" and "or" add others. A word that is also a noun (`message_delete`) or a
 * method of HTTP (`API-post-search`) gives way to a plain verb after it.
 */
const verbsIn = (
  words: ReadonlyArray<string>,
  meanings: Verbs["meanings"],
  learned: Verbs["learned"]
): ReadonlyArray<string> => {
  const isVerb = (word: string | undefined): word is string =>
    word !== undefined &&
    !learned.has(word) &&
    (reads.has(word) || openVerbs.has(word) || (meanings.get(word)?.actions ?? 0) !== 0)
  if (isLight(words[0] ?? "") && isProduct(words[1] ?? "")) return [words[0]!]
  const plain = words.findIndex((word) => isVerb(word) && !nounVerbs.has(word))
  const first = plain === -1 ? words.findIndex(isVerb) : plain
  const read = methods.has(words[first] ?? "") ? words.findIndex((word, place) => place > first && reads.has(word)) : -1
  const at = read === -1 ? first : read
  if (at === -1) return []
  const joined = words.filter((word, place) => place > at && joints.has(words[place - 1]!) && isVerb(word))
  return [words[at]!, ...joined]
}

/** The first words of names that no table has, which may be verbs: `freeze_card`. */
export const unknownVerbs = (tools: ReadonlyArray<ToolOffered>): ReadonlySet<string> => {
  const { learned, meanings } = knownVerbs()
  return new Set(
    tools.flatMap((tool) => {
      const words = parts(unprefixedName(tool)).map((part) => part.toLowerCase())
      const [first = ""] = words
      return words.length > 1 && /^[a-z]{3,}$/.test(first) && verbsIn(words, meanings, learned).length === 0
        ? [first]
        : []
    })
  )
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "))

const joints = set("and or")

/** Of HTTP: `API-post-database-query` reads. */
const methods = set("post put patch")

const reads = set(
  "get list search find read fetch retrieve show describe view check lookup count calculate compute think browse scan " +
    "inspect analyze summarize explain validate verify query download export preview compare diff watch monitor " +
    "estimate convert translate detect extract parse print tail whoami ping status screenshot snapshot head navigate wait " +
    "hover scroll resize zoom crawl scrape geocode transcribe classify predict rank audit lint ask evaluate assess measure test debug simulate " +
    "plot render visualize"
)

/** What a tool without a verb in its name shows. */
const shown = set(
  "log logs history status info information detail details stat stats metric metrics schema weather forecast time date " +
    "version help instruction instructions metadata summary documentation docs tree health balance"
)

const nounVerbs = set(
  "message email mail comment post order book issue file label tag log text record schedule bill charge transfer credit " +
    "release start place link copy format return exchange alert reply draft query status snapshot screenshot list view " +
    "share store track import export archive patch put permit sign head update change run block flag pin lock"
)

/** What can do anything that its arguments say. */
const openVerbs = set("run execute exec invoke call eval perform request")
const openNouns = set("sql shell bash command terminal script graphql http rest powershell console cli")

const fillers = set(
  "a an the to from of for by with in on api v 1 2 3 mcp tool my new and or as raw all multiple bulk batch"
)
