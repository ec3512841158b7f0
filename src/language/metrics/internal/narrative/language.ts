/**
 * The words that claims and tools are read with: passhat's own, and those of the suite's domain.
 */
import type { Offer } from "../../../../base/domain/verdict/Metric.ts"
import { isCallOf } from "../toolCalls.ts"
import { keptFor } from "./kept.ts"
import type { ReadTool } from "./recorded.ts"
import { type Synonyms, synonymsWith } from "./synonyms.ts"
import { type Overrides, readTool, type ToolRead, unknownVerbs } from "./tools.ts"
import { type AddedVerbs, type Verbs, verbsLearning } from "./verbs.ts"

/** Words of a suite's domain. */
export interface Vocabulary {
  /** Verbs and what they do: `{ snooze: "change", "spin/spun": "create" }`. */
  readonly verbs?: AddedVerbs
  /** Nouns that mean the same: `{ reservation: ["trip"] }`. */
  readonly nouns?: Readonly<Record<string, ReadonlyArray<string>>>
}

export interface Options extends Overrides {
  readonly vocabulary?: Vocabulary
}

export interface Language {
  readonly verbs: Verbs
  readonly synonyms: Synonyms
  readonly readTool: ReadTool
}

/** Kept for each spec and offer, so that all runs of a cell share it. */
const languages = keptFor((options: Options) => keptFor((offer: Offer) => makeLanguage(options, offer)))

export const languageOf = (options: Options, offer: Offer): Language => {
  const isPlain = (options.vocabulary ?? options.mutating_tools ?? options.readonly_tools) === undefined
  return languages(isPlain ? PLAIN : options)(offer)
}

/** Every spec without words and tools of its own. */
const PLAIN: Options = {}

/** A call means the offered tool of its name, so that the annotations of that tool count. */
const makeLanguage = (options: Options, { offered }: Offer): Language => {
  const { nouns, verbs: added } = options.vocabulary ?? {}
  const verbs = verbsLearning(added, unknownVerbs(offered))
  const tools = new Map<string, Map<string, ToolRead>>()
  const find: ReadTool = (tool) => {
    const known = tools.get(tool.server)?.get(tool.name)
    if (known !== undefined) return known
    const listed = offered.find(({ name, server }) => isCallOf({ name, server }, tool))
    const read = listed === undefined || listed === tool ? readTool(tool, verbs, options) : find(listed)
    tools.set(tool.server, (tools.get(tool.server) ?? new Map<string, ToolRead>()).set(tool.name, read))
    return read
  }
  return { verbs, synonyms: synonymsWith(nouns), readTool: find }
}
