/**
 * What runs reach of the servers' catalogues, in words: the share of all, and what is not reached of each tool.
 */
import type { Coverage, ServerCoverage, Share, ToolCoverage } from "../../../base/domain/verdict/Coverage.ts"
import { isReached } from "../../../base/domain/verdict/coverageShares.ts"
import { shorten } from "../../../base/std/shorten.ts"
import type { Report } from "../../../base/domain/verdict/Verdict.ts"
import { type Line, line } from "../text/Line.ts"

/** `20 of 28 reached, 71.4 %: 3 of 4 tools, 9 of 14 arguments, 8 of 10 enum values`. The share is rounded down. */
export const coverageText = ({ arguments: given, tools, total, values }: Coverage): string =>
  total.of === 0
    ? "nothing to reach, because no server has a catalogue with schemas"
    : `${text(total)} reached, ${percent(total)}: ${text(tools)} tools, ${text(given)} arguments, ${text(values)} enum values`

/** Why a threshold is not met, or has no verdict. */
export const coverageReason = (coverage: Coverage): string => {
  const { servers, threshold, total, verdict } = coverage
  const wanted = `--coverage-threshold ${threshold}`
  if (verdict === "fail") return `${text(total)} reached, ${percent(total)}, which is less than ${wanted}`
  if (total.of === 0) return `${wanted} has no verdict: ${coverageText(coverage)}`
  const incomplete = servers
    .flatMap(({ server, tools }) => tools.map((tool) => ({ ...tool, server })))
    .find((tool) => tool.incomplete === true)
  return `${wanted} has no verdict: ${
    incomplete === undefined
      ? "not every run could be read"
      : `the schema of ${incomplete.server}/${incomplete.tool} is too large, or refers to another document`
  }`
}

/** A line for each tool with something that is not reached, and for each server without schemas. */
export const unreached = ({ servers }: Coverage): ReadonlyArray<string> => servers.flatMap(ofServer)

const ofServer = ({ server, tools }: ServerCoverage): ReadonlyArray<string> =>
  tools.length === 0
    ? [`${server}: not measured, its catalogue has no schemas`]
    : tools.flatMap((tool) => {
        const found = ofTool(tool)
        return found === "" ? [] : [`${server}/${tool.tool}: ${found}`]
      })

const ofTool = (tool: ToolCoverage): string => {
  const { arguments: all, calls } = tool
  if (calls === 0) return "never called"
  if (!isReached(tool)) return `called ${calls === 1 ? "once" : `${calls} times`}, always with an error`
  const missing = all.filter(({ given }) => given === 0).map(({ path }) => path)
  const unused = all
    .filter(({ given }) => given > 0)
    .flatMap(({ path, values = [] }) => {
      const left = values.filter(({ used }) => used === 0).map(({ value }) => JSON.stringify(value))
      return left.length === 0 ? [] : [`${path} ${listed(left)}`]
    })
  return [
    ...(missing.length === 0 ? [] : [`never given ${listed(missing)}`]),
    ...(unused.length === 0 ? [] : [`never used ${listed(unused)}`])
  ].join("; ")
}

const MOST = 12
const LONGEST = 80

const listed = (names: ReadonlyArray<string>): string =>
  `${names
    .slice(0, MOST)
    .map((name) => shorten(name, LONGEST))
    .join(", ")}${names.length > MOST ? ` and ${names.length - MOST} more` : ""}`

const text = ({ of, reached }: Share): string => `${reached} of ${of}`

const percent = ({ of, reached }: Share): string => {
  const tenths = Math.floor((reached * 1_000) / of)
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`
}

/** None for a report without coverage. Lines after the first `most` tools are counted. */
export const coverageLines = ({ coverage }: Report, most: number): ReadonlyArray<Line> => {
  if (coverage === undefined) return []
  const all = unreached(coverage)
  const rest = all.length - most
  return [
    line(0, "plain", `coverage: ${coverageText(coverage)}`),
    ...all.slice(0, most).map((tool) => line(1, "plain", tool)),
    ...(rest > 0 ? [line(1, "faint", `... and ${rest} more tools`)] : [])
  ]
}
