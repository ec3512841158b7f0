/**
 * What the fingerprints of a suite do not cover, so that its change makes no recording stale: notices of the whole suite.
 */
import type { Issue } from "../../base/domain/Issue.ts"
import { notice } from "../../base/domain/issues.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { Suite } from "../../language/dsl/suite.ts"

/** One notice for all drivers of which no file is known. Imported runs have a driver without code. */
export const unknownSources = (plan: Plan, { agents }: Suite): ReadonlyArray<Issue> => {
  const coded = new Set(
    agents.flatMap(({ driver }) => ((driver?.drive ?? driver?.command) === undefined ? [] : [driver?.name]))
  )
  const drivers = namesIn(plan, ({ behaviour: { driver } }) =>
    driver === undefined || driver.sources !== undefined || !coded.has(driver.name) ? [] : [JSON.stringify(driver.name)]
  )
  return drivers.map(([names, isOne]) =>
    notice(
      "NO_SOURCES",
      `The code of the ${isOne ? "driver" : "drivers"} ${names} is in no fingerprint: a change of it makes no recording stale.`,
      'Name its files, like sources: ["agents/**/*.ts"]. Until then, give it another version when it changes.'
    )
  )
}

/** One notice for all servers with tools that are not copied from the server's listing. */
export const unknownTools = (plan: Plan): ReadonlyArray<Issue> => {
  const servers = namesIn(plan, ({ behaviour }) =>
    behaviour.servers.flatMap(({ name, tools }) => (tools.every(({ listed }) => listed) ? [] : [name]))
  )
  return servers.map(([names, isOne]) =>
    notice(
      "TOOLS_UNKNOWN",
      `The ${isOne ? "catalogue" : "catalogues"} of ${names} ${isOne ? "is" : "are"} written by hand: a changed description or annotation of a tool makes no recording stale.`,
      "Write catalogues with passhat types, or look for changes with --live-tools."
    )
  )
}

/** The names in one text, and whether it is one. Nothing for no names. */
const namesIn = (
  { cells }: Plan,
  namesOf: (cell: Cell) => ReadonlyArray<string>
): ReadonlyArray<readonly [names: string, isOne: boolean]> => {
  const names = [...new Set(cells.filter(({ skipped }) => skipped === undefined).flatMap(namesOf))]
  return names.length === 0 ? [] : [[names.join(", "), names.length === 1]]
}
