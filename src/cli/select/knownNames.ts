/**
 * Refuses a tag or a model that no suite has: a misspelt one must not pass for an empty selection.
 */
import * as Effect from "effect/Effect"
import { nearest } from "../../std/nearest.ts"
import type { LoadedSuite } from "../suites/compileSuites.ts"
import { UsageError } from "../UsageError.ts"
import type { SelectionFlags } from "../flags/runFlags.ts"

/** Asked of what suites say and not of their plans, so that it holds for suites that do not compile as well. */
export const knownNames = (
  loaded: ReadonlyArray<LoadedSuite>,
  { model, tag }: SelectionFlags
): Effect.Effect<void, UsageError> => {
  const agents = loaded.flatMap(({ suite }) => suite.agents)
  const tags = agents.flatMap((agent) => agent.tags)
  const models = agents.flatMap((agent) => agent.models.map((choice) => choice.model))
  const [stranger] = [...strangers("tag", tag, tags), ...strangers("model", model, models)]
  return stranger === undefined ? Effect.void : Effect.fail(stranger)
}

const strangers = (
  noun: string,
  asked: ReadonlyArray<string>,
  known: ReadonlyArray<string>
): ReadonlyArray<UsageError> =>
  asked
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        new UsageError({
          what: `No agent has the ${noun} ${JSON.stringify(name)}.`,
          hint: wayOut(noun, name, [...new Set(known)])
        })
    )

const wayOut = (noun: string, name: string, known: ReadonlyArray<string>): string => {
  const close = nearest(name, known)
  if (close !== undefined) return `Did you mean ${JSON.stringify(close)}?`
  return known.length === 0
    ? `There are no ${noun}s in these suites.`
    : `The ${noun}s are ${known.map((one) => JSON.stringify(one)).join(", ")}.`
}
