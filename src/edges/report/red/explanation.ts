/**
 * Why a report is not green: each cause with its evidence, the lines of the suite that expect otherwise, and the trace around it.
 * Made of a report with traces. Every line of a suite and every trace is shown once.
 */
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import type { Finding, Report, Source } from "../../../base/domain/verdict/Verdict.ts"
import type { Row, Section } from "../Row.ts"
import { sections } from "../sections.ts"
import { indent, type Line, line } from "../text/Line.ts"
import { totals, verdictOf } from "../text/totals.ts"
import { causeLines } from "./causeLines.ts"
import { redCauses } from "./causes.ts"
import { failedGateLocations } from "./gateLocations.ts"
import { traceLines } from "./traceLines.ts"

/** What a report does not say itself. */
export interface Places {
  /** The lines of a suite around a gate; none if they cannot be read. */
  readonly excerpt: (suite: Section, source: Source) => ReadonlyArray<string>
  /** The recording of a cell, as a person would name it. */
  readonly recording: (suite: Section, cell: string) => string
}

/** A longer trace is cut to the lines at its ends and near the calls that evidence names. */
const LONGEST_TRACE = 30
const AT_ENDS = 3
const NEAR = 4

export const explanation = (report: Report, places: Places): ReadonlyArray<Line> => {
  const isNew = firstTimes()
  const causes = sections(report).flatMap((section) =>
    redCauses(section.rows).flatMap((cause) => [
      empty,
      ...causeLines(cause),
      ...excerptLines(section, cause.example, places, isNew),
      ...tracedLines(section, cause.example, places, isNew)
    ])
  )
  return [
    line(0, "plain", `${verdictOf(report)}: ${totals(report)}`),
    ...(causes.length > 0 ? causes : [line(0, "plain", "Nothing is red, so there is nothing to explain.")])
  ]
}

type IsNew = (name: string) => boolean

const firstTimes = (): IsNew => {
  const seen = new Set<string>()
  return (name) => !seen.has(name) && seen.add(name).has(name)
}

const excerptLines = (section: Section, row: Row, { excerpt }: Places, isNew: IsNew): ReadonlyArray<Line> =>
  failedGateLocations(row)
    .filter(({ file, line: at }) => isNew(JSON.stringify([section.file, file, at])))
    .flatMap((source) => {
      const lines = excerpt(section, source)
      return lines.length === 0
        ? []
        : [line(0, "plain", `${source.file}:${source.line} says:`), ...lines.map((text) => line(1, "plain", text))]
    })

/** The trace of the run itself, or of the first run that the evidence of a gate names. */
const tracedLines = (section: Section, row: Row, { recording }: Places, isNew: IsNew): ReadonlyArray<Line> => {
  const findings = row.checks.flatMap(({ evidence, verdict }) => (verdict === "pass" ? [] : evidence.findings))
  const index = row.run ?? findings.find(({ run }) => run !== undefined)?.run
  const run = section.rows.find(({ cell, run: at, trace }) => cell === row.cell && at === index && trace !== undefined)
  const id = section.cells.find(({ name }) => name === row.cell)?.id
  if (run?.trace === undefined || id === undefined || index === undefined || !isNew(JSON.stringify([id, index])))
    return []
  const calls = findings.flatMap((finding) => ((finding.run ?? index) === index ? callsOf(finding, run.trace!) : []))
  return [
    line(0, "plain", `run #${index} in ${recording(section, id)}:`),
    ...indent(around(traceLines(run.trace), calls), 1)
  ]
}

/** The calls that a finding is about, by their ids or by their places in the trace. */
const callsOf = ({ call_id, path = "" }: Finding, { tool_calls, tool_results }: Trace): ReadonlyArray<string> => {
  const [, list, at = ""] = /^(tool_calls|tool_results)\[(\d+)\]/.exec(path) ?? []
  const named = list === "tool_calls" ? tool_calls[Number(at)]?.id : tool_results[Number(at)]?.call_id
  return [call_id, list === undefined ? undefined : named].filter((id) => id !== undefined)
}

const around = (lines: ReadonlyArray<Line>, calls: ReadonlyArray<string>): ReadonlyArray<Line> => {
  if (lines.length <= LONGEST_TRACE) return lines
  const named = lines.flatMap(({ text }, at) =>
    calls.some((id) => text.startsWith(`call ${id}:`) || text.startsWith(`result ${id},`)) ? [at] : []
  )
  const ends = named.length === 0 ? LONGEST_TRACE / 2 : AT_ENDS
  const isShown = (at: number): boolean =>
    at <= ends || at >= lines.length - ends || named.some((place) => Math.abs(place - at) <= NEAR)
  return lines.flatMap((one, at) => {
    if (isShown(at)) return [one]
    if (!isShown(at - 1)) return []
    const next = lines.findIndex((_, later) => later > at && isShown(later))
    return [line(1, "faint", `... ${next - at} ${next - at === 1 ? "line is" : "lines are"} left out`)]
  })
}

const empty = line(0, "plain", "")
