/**
 * How closely the name of a tool fits a claim, in verb and noun.
 */
import type { ClaimInText } from "./claims.ts"
import { stem } from "./stem.ts"
import type { Synonyms } from "./synonyms.ts"
import type { ToolRead } from "./tools.ts"
import { actionBits, deedNoun, isLight, isOpposite } from "./verbs.ts"

export interface Fit {
  /** The same verb, one of the same class, or an update, which can do most things. */
  readonly verb: "same" | "alike" | "update" | undefined
  /** Whether a noun of the claim is in the name. */
  readonly noun: boolean
  /** Whether it is the last noun of the name: a comment, in `add_issue_comment`. */
  readonly head: boolean
  /** Whether it is, or a word after it: the cart, in "removed the item from the cart". */
  readonly context: boolean
  /** Whether one of them names nothing: "closed it", `delete`. */
  readonly unnamed: boolean
  /** Whether the tool names nothing. */
  readonly bare: boolean
}

export const fitter = (claim: ClaimInText, synonyms: Synonyms): ((tool: ToolRead) => Fit) => {
  const nouns = (claim.candidates.length === 0 ? claim.meant : claim.candidates).flatMap(synonyms)
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
      head: does || nouns.includes([...tool.nouns].at(-1) ?? ""),
      context: noun || (around ?? []).some((one) => tool.nouns.has(one)),
      unnamed: nouns.length === 0 || tool.nouns.size === 0,
      bare: tool.nouns.size === 0
    }
  }
}

/** `send_message` sends whatever is sent: "posted the schedule". */
export const isCarried = ({ verb }: ClaimInText, { actions, nouns }: ToolRead): boolean =>
  (actions & actionBits.send) !== 0 && tells.has(verb) && carriers.some((one) => nouns.has(one))

const tells = new Set("send post announce notify email mail message inform text".split(" "))
const carriers = "message email mail notification sms chat".split(" ").map(stem)

/** `create_refund` refunds, whatever is refunded. */
const isDeed = ({ verb }: ClaimInText, stemmed: string, { nouns, verbs }: ToolRead): boolean =>
  !isLight(verb) && (nouns.has(stemmed) || nouns.has(stem(deedNoun(verb)))) && makers.some((maker) => verbs.has(maker))

const makers = "create add make issue process send post submit place initiate".split(" ")

export const undoes = ({ verb }: ClaimInText, verbs: ReadonlySet<string>): boolean =>
  verbs.size > 0 && [...verbs].every((one) => isOpposite(verb, one))

const verbFit = (claim: ClaimInText, { actions, verbs }: ToolRead): Fit["verb"] => {
  if (verbs.has(claim.verb)) return "same"
  if (undoes(claim, verbs)) return undefined
  if ((actions & claim.actions) !== 0) return "alike"
  return (actions & actionBits.change) !== 0 ? "update" : undefined
}
