/**
 * The coverage of several reports as that of one. Servers, tools, arguments and values come in the order in which they are met.
 */
import type { Coverage, DeclaredArgument, ListedValue, ServerCoverage, ToolCoverage } from "../../../base/domain/verdict/Coverage.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { groupBy } from "../../../base/std/groupBy.ts"

type Counts = Pick<Coverage, "runs" | "servers">

export const mergeCoverage = (parts: ReadonlyArray<Counts>): Counts => ({
  runs: sumOf(parts, ({ runs }) => runs),
  servers: joined(
    parts.flatMap(({ servers }) => servers),
    ({ server }) => server,
    mergedServer
  )
})

const mergedServer = (first: ServerCoverage, same: ReadonlyArray<ServerCoverage>): ServerCoverage => ({
  ...first,
  tools: joined(
    same.flatMap(({ tools }) => tools),
    ({ tool }) => tool,
    mergedTool
  )
})

const mergedTool = (first: ToolCoverage, same: ReadonlyArray<ToolCoverage>): ToolCoverage => ({
  ...first,
  calls: sumOf(same, ({ calls }) => calls),
  errors: sumOf(same, ({ errors }) => errors),
  arguments: joined(
    same.flatMap((one) => one.arguments),
    ({ path }) => path,
    mergedArgument
  ),
  ...(same.some(({ incomplete }) => incomplete === true) && { incomplete: true as const })
})

const mergedArgument = (first: DeclaredArgument, same: ReadonlyArray<DeclaredArgument>): DeclaredArgument => {
  const values = joined(
    same.flatMap((one) => one.values ?? []),
    ({ value }) => canonicalJson(value),
    (one, equal): ListedValue => ({ ...one, used: sumOf(equal, ({ used }) => used) })
  )
  return { ...first, given: sumOf(same, ({ given }) => given), ...(values.length > 0 && { values }) }
}

/** One for each key. `merge` gets the first that has it, and all of them. */
const joined = <A>(
  all: ReadonlyArray<A>,
  keyOf: (one: A) => string,
  merge: (first: A, same: ReadonlyArray<A>) => A
): ReadonlyArray<A> => Array.from(groupBy(all, keyOf).values(), (same) => merge(same[0]!, same))

const sumOf = <A>(all: ReadonlyArray<A>, numberOf: (one: A) => number): number =>
  all.reduce((sum, one) => sum + numberOf(one), 0)
