/**
 * How closely the name of a tool fits a claim, in verb and noun.
 */
import type { ClaimInText } from "./claims.ts"
import { stem } from "./stem.ts"
import type { Synonyms } from "./synonyms.ts"
import type { ToolRead } from "./tools.ts"
import { actionBits, deedNoun } from "./verbs.ts"

export interface Fit {
  /** The same verb, one of the same class, or an update, which can do most things. */
  readonly verb: "same" | "alike" | "update" | undefined
  /** Whether a noun of the claim is in the name. */
  readonly noun: boolean
  /** Whether it is, or a word after it: the cart, in "removed the item from the cart". */
  readonly context: boolean
  /** Whether one of them names nothing: "closed it", `delete`. */
  readonly unnamed: boolean
}

export const fitter = (claim: ClaimInText, synonyms: Synonyms): ((tool: ToolRead) => Fit) => {
  const nouns = claim.candidates.flatMap(synonyms)
  const verb = stem(claim.verb)
  let around: ReadonlyArray<string> | undefined
  return (tool) => {
    const does = isDeed(claim, verb, tool)
    const noun = does || nouns.some((one) => tool.nouns.has(one))
    if (!noun)
      around ??= claim.rest.flatMap(({ is, lower }) => (is === "content" || is === "name" ? synonyms(lower) : []))
    return {
      verb: does ? "same" : verbFit(claim, tool),
      noun,
      context: noun || (around ?? []).some((one) => tool.nouns.has(one)),
      unnamed: claim.candidates.length === 0 || tool.nouns.size === 0
    }
  }
}

/** `create_refund` refunds, whatever is refunded. */
const isDeed = ({ verb }: ClaimInText, stemmed: string, { nouns, verbs }: ToolRead): boolean =>
  (nouns.has(stemmed) || nouns.has(stem(deedNoun(verb)))) && makers.some((maker) => verbs.has(maker))

const makers = "create add make issue process send post submit place initiate".split(" ")

const verbFit = (claim: ClaimInText, { actions, verbs }: ToolRead): Fit["verb"] => {
  if (verbs.has(claim.verb)) return "same"
  if ((actions & claim.actions) !== 0) return "alike"
  return (actions & actionBits.change) !== 0 ? "update" : undefined
}
