/**
 * What a tool does, by its annotations and its name: whether it writes, which actions it can do, and to what.
 */
import type { Offer, ToolOffered } from "../../../../base/domain/verdict/Metric.ts"
import { isJsonObject } from "../../../../base/std/Json.ts"
import { isCallOf, unprefixedName } from "../toolCalls.ts"
import { kept, keptFor, parts, stem, type Synonyms, synonymsWith } from "./stem.ts"
import {
  type Actions,
  actionBits,
  actionsOf,
  type AddedVerbs,
  deedsOf,
  isLight,
  isProduct,
  knownVerbs,
  type Verbs,
  verbsLearning
} from "./verbs.ts"
import { wordSet } from "./words.ts"

/** Words of a suite's domain. */
export interface Vocabulary {
  /** Verbs and what they do: `{ snooze: "change", "spin/spun": "create" }`. */
  readonly verbs?: AddedVerbs
  /** Nouns that mean the same: `{ reservation: ["trip"] }`. */
  readonly nouns?: Readonly<Record<string, ReadonlyArray<string>>>
}

export interface Options {
  /** Tools that are always mutating. */
  readonly mutating_tools?: ReadonlyArray<string>
  /** Tools that are never mutating, even if their name or `mutating_tools` says so. */
  readonly readonly_tools?: ReadonlyArray<string>
  readonly vocabulary?: Vocabulary
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

/** Reads a tool, or the tool of a call. The same tool gives the same object. */
export type ReadTool = (tool: ToolOffered) => ToolRead

/** The words that claims and tools are read with: passhat's own, and the words of the suite's domain. */
export interface Language {
  readonly verbs: Verbs
  readonly synonyms: Synonyms
  readonly readTool: ReadTool
}

export const languageOf = (options: Options, offer: Offer): Language => {
  const isPlain = (options.vocabulary ?? options.mutating_tools ?? options.readonly_tools) === undefined
  return languages(isPlain ? PLAIN : options)(offer)
}

const PLAIN: Options = {}

/** Kept for each spec and offer, so that all runs of a cell share it. */
const languages = keptFor((options: Options) =>
  keptFor(({ offered }: Offer): Language => {
    const { nouns, verbs: added } = options.vocabulary ?? {}
    const verbs = verbsLearning(added, unknownVerbs(offered))
    const tools = new Map<string, Map<string, ToolRead>>()
    // A call means the offered tool of its name, so that the annotations of that tool count.
    const find: ReadTool = (tool) => {
      const known = tools.get(tool.server)?.get(tool.name)
      if (known !== undefined) return known
      const listed = offered.find(({ name, server }) => isCallOf({ name, server }, tool))
      const read = listed === undefined || listed === tool ? readTool(tool, verbs, options) : find(listed)
      tools.set(tool.server, (tools.get(tool.server) ?? new Map<string, ToolRead>()).set(tool.name, read))
      return read
    }
    return { verbs, synonyms: synonymsWith(nouns), readTool: find }
  })
)

export const readTool = (tool: ToolOffered, verbs: Verbs, options: Options): ToolRead => {
  const named = namesReadWith(verbs)(unprefixedName(tool))
  return { ...named, kind: kindOf(tool, named, options) }
}

const namesReadWith = keptFor((verbs: Verbs) => kept((name) => readName(name, verbs)))

const readName = (name: string, { learned, meanings }: Verbs): Omit<ToolRead, "kind"> => {
  const written = parts(name)
  const small = written.map((part) => part.toLowerCase()).join(" ")
  const words = small.replace(pairs, (pair) => pairVerbs.get(pair)!).split(" ")
  const plain = verbsIn(words, meanings, learned)
  const isLearned = plain.length === 0 && learned.has(words[0]!) && !words.some((word) => shown.has(word))
  const verbs = isLearned ? words.slice(0, 1) : plain
  const nouns = words.filter((word) => word !== "" && !verbs.includes(word) && !fillers.has(word))
  const does = verbs.map((verb) =>
    learned.has(verb) ? 0 : actionsOf(verb, meanings.get(verb)?.actions ?? 0, nouns) | (verb === "push" ? commits : 0)
  )
  const long = written.filter((part) => part.length >= 3)
  return {
    name,
    actions: does.reduce((all, one) => all | one, deedsOf(nouns)),
    verbs: new Set(verbs),
    nouns: new Set(nouns.map(stem)),
    words: nouns,
    salient: (long.length > 0 ? long : written).map(stem)
  }
}

/** `push_files` commits what it pushes. */
const commits = actionBits.create | actionBits.change

/** `turn_on` enables. */
const pairVerbs = new Map([
  ["turn on", "enable"],
  ["turn off", "disable"],
  ["switch on", "enable"],
  ["switch off", "disable"],
  ["shut down", "stop"],
  ["roll back", "revert"],
  ["set up", "create"],
  ["check in", "register"]
])
const pairs = new RegExp(`\\b(?:${[...pairVerbs.keys()].join("|")})\\b`)

const kindOf = (
  tool: ToolOffered,
  { actions, verbs: verbSet, words: nouns }: Omit<ToolRead, "kind">,
  { mutating_tools = [], readonly_tools = [] }: Options
): ToolRead["kind"] => {
  const verbs = [...verbSet]
  const isOne = (names: ReadonlyArray<string>) => names.some((name) => isCallOf(name, tool))
  if (isOne(readonly_tools)) return "read"
  if (isOne(mutating_tools)) return "write"
  const { destructiveHint, readOnlyHint } = isJsonObject(tool.annotations) ? tool.annotations : {}
  if (readOnlyHint === true) return "read"
  if (verbs.some((verb) => openVerbs.has(verb) && (verb !== "request" || nouns.length === 0))) return "open"
  if (nouns.some((noun) => openNouns.has(noun))) return "open"
  if (readOnlyHint === false || destructiveHint === true) return "write"
  if (verbs.some((verb) => reads.has(verb)))
    return actions !== 0 && verbs.some((verb) => !reads.has(verb)) ? "write" : "read"
  if (actions !== 0) return "write"
  return verbs.length === 0 && nouns.some((noun) => shown.has(noun)) ? "read" : undefined
}

/**
 * The verb of a name is its first one; "and" and "or" add others. A word that is also a noun (`message_delete`) or a method of HTTP
 * (`API-post-search`) gives way to a plain verb after it.
 */
const verbsIn = (
  words: ReadonlyArray<string>,
  meanings: Verbs["meanings"],
  learned: Verbs["learned"]
): ReadonlyArray<string> => {
  const isVerb = (word: string): boolean =>
    !learned.has(word) && (reads.has(word) || openVerbs.has(word) || (meanings.get(word)?.actions ?? 0) !== 0)
  if (isLight(words[0] ?? "") && isProduct(words[1] ?? "")) return words.slice(0, 1)
  const plain = words.findIndex((word) => isVerb(word) && !nounVerbs.has(word))
  const first = plain === -1 ? words.findIndex(isVerb) : plain
  const isMethod = /^(?:post|put|patch)$/.test(words[first] ?? "")
  const read = isMethod ? words.findIndex((word, place) => place > first && reads.has(word)) : -1
  const at = read === -1 ? first : read
  return words.filter(
    (word, place) => place === at || (at !== -1 && place > at && /^(?:and|or)$/.test(words[place - 1]!) && isVerb(word))
  )
}

/** The first words of names that no table has, which may be verbs: `freeze_card`. */
const unknownVerbs = (tools: ReadonlyArray<ToolOffered>): ReadonlySet<string> => {
  const { learned, meanings } = knownVerbs()
  const named = tools.map((tool) => parts(unprefixedName(tool)).map((part) => part.toLowerCase()))
  const unknown = named.filter(
    (words) => words.length > 1 && /^[a-z]{3,}$/.test(words[0]!) && verbsIn(words, meanings, learned).length === 0
  )
  return new Set(unknown.map(([first]) => first!))
}

const reads = wordSet(
  "get list search find read fetch retrieve show describe view check lookup count calculate compute think browse scan inspect analyze summarize explain validate verify query download export preview compare diff watch monitor estimate convert translate detect extract parse print tail whoami ping status screenshot snapshot head navigate wait hover scroll resize zoom crawl scrape geocode transcribe classify predict rank audit lint ask evaluate assess measure test debug simulate plot render visualize track"
)

/** What a tool without a verb in its name shows. */
const shown = wordSet(
  "log logs history status info information detail details stat stats metric metrics schema weather forecast time date version help instruction instructions metadata summary documentation docs tree health balance"
)

const nounVerbs = wordSet(
  "message email mail comment post order book issue file label tag log text record schedule bill charge transfer credit release start place link copy format return exchange alert reply draft query status snapshot screenshot list view share store track import export archive patch put permit sign head update change run block flag pin lock"
)

/** What can do anything that its arguments say. */
const openVerbs = wordSet("run execute exec invoke call eval perform request")
const openNouns = wordSet("sql shell bash command terminal script graphql http rest powershell console cli")

const fillers = wordSet(
  "a an the to from of for by with in on api v 1 2 3 mcp tool my new and or as raw all multiple bulk batch"
)
