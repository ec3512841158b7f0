/**
 * What has changed from one catalogue to another, in sentences.
 */
import { phraseDifference } from "../../cassette/explain/phraseDifference.ts"
import type { Fact, Facts } from "./factsOf.ts"

/** None where only the layout of the file has changed, or how its server is reached. */
export const drift = (kept: Facts, now: Facts): ReadonlyArray<string> =>
  [...new Set([...kept.keys(), ...now.keys()])].toSorted().flatMap((key) => {
    const [before, after] = [kept.get(key), now.get(key)]
    if (before !== undefined && after !== undefined) return changes(before, after)
    if (after !== undefined) return isTold(after, kept, now) ? [] : [`${after.subject} is new${terms(after)}.`]
    return before === undefined || isTold(before, kept, now) ? [] : [`${before.subject} is gone.`]
  })

/** What stands in something that is new, gone or of another kind itself goes without saying. */
const isTold = ({ within }: Fact, kept: Facts, now: Facts): boolean =>
  kept.get(within)?.schema !== now.get(within)?.schema

const changes = (before: Fact, after: Fact): ReadonlyArray<string> => [
  ...(before.schema === after.schema
    ? []
    : [`${phraseDifference({ path: after.subject, before: quotable(before), after: quotable(after) })}.`]),
  ...(before.isOptional === after.isOptional
    ? []
    : [`${after.subject} was ${need(before)} and is now ${need(after)}.`]),
  ...(before.doc === after.doc ? [] : [`${after.subject} is described in other words.`])
]

const quotable = ({ schema }: Fact): string => schema.replaceAll('"', "'")

/** A new argument matters most if calls need it. */
const terms = (fact: Fact): string => (fact.isOptional === undefined ? "" : `, and ${need(fact)}`)

const need = ({ isOptional }: Fact): string => (isOptional ? "optional" : "required")
