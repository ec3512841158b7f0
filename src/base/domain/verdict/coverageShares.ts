/**
 * How much of the servers' catalogues the calls of runs reached: of tools, arguments and enum values, and of all of them together.
 */
import type { Coverage, ServerCoverage, Share, ToolCoverage } from "./Coverage.ts"

export type Shares = Pick<Coverage, "total" | "tools" | "arguments" | "values">

export const coverageShares = (servers: ReadonlyArray<ServerCoverage>): Shares => {
  const every = servers.flatMap(({ tools }) => tools)
  const given = every.flatMap((tool) => tool.arguments)
  const tools = shareOf(every.map(isReached))
  const ofArguments = shareOf(given.map((one) => one.given > 0))
  const values = shareOf(given.flatMap((one) => (one.values ?? []).map(({ used }) => used > 0)))
  const all = [tools, ofArguments, values]
  const total = {
    reached: all.reduce((sum, { reached }) => sum + reached, 0),
    of: all.reduce((sum, { of }) => sum + of, 0)
  }
  return { total, tools, arguments: ofArguments, values }
}

/** Whether a call of the tool was answered without an error. */
export const isReached = ({ calls, errors }: ToolCoverage): boolean => calls > errors

const shareOf = (items: ReadonlyArray<boolean>): Share => ({ reached: items.filter(Boolean).length, of: items.length })
