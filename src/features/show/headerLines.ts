/**
 * Shows the header of a recording: the agent, its prompt, its limits, servers and faults.
 */
import type { Header, RecordedRun } from "../../base/domain/recording/Cassette.ts"
import type { FaultData } from "../../base/domain/plan/Fault.ts"
import type { Options } from "../../base/domain/plan/Plan.ts"
import type { ServerData } from "../../base/domain/plan/Tool.ts"
import { type Line, line } from "../../edges/report/text/Line.ts"
import { shorten } from "../../base/std/shorten.ts"

/** The longest text that is shown. */
const MAX = 300

export const headerLines = (header: Header, runs: ReadonlyArray<RecordedRun>): ReadonlyArray<Line> => {
  const { call_budget_ms, driver, faults, options, prompt, servers, system } = header.fingerprint.parts
  const versions = new Map(header.servers.map(({ name, version }) => [name, version]))
  return [
    line(0, "heading", `${header.suite} > ${header.agent} > ${header.model}`),
    line(
      1,
      "faint",
      `${header.recorded_at === "" ? "imported" : `recorded ${header.recorded_at}`} with passhat ${header.passhat}, ${count(runs.length, "run")}${stoppedText(header)}`
    ),
    line(1, "plain", `prompt: ${shorten(prompt, MAX)}`),
    ...(system === undefined ? [] : [line(1, "plain", `system: ${shorten(system, MAX)}`)]),
    ...(driver === undefined ? [] : [line(1, "plain", `driver: ${driver.name} ${driver.version}`)]),
    line(1, "plain", `limits: ${limits(options)}`),
    ...servers.map((server) => line(1, "plain", serverText(server, versions.get(server.name)))),
    ...faults.map((fault) => line(1, "plain", faultText(fault))),
    ...(call_budget_ms === undefined ? [] : [line(1, "plain", `a call that is broken may take ${call_budget_ms} ms`)])
  ]
}

const stoppedText = ({ stopped }: Header): string =>
  stopped === undefined ? "" : `, stopped after ${stopped.after} of ${stopped.of} runs: decided`

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`

const limits = ({ call_timeout_ms, max_tokens, max_turns, temperature }: Options): string =>
  [
    count(max_turns, "turn"),
    `${max_tokens} tokens an answer`,
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(call_timeout_ms === undefined ? [] : [`${call_timeout_ms} ms a call`])
  ].join(", ")

const serverText = ({ name, tools, transport }: ServerData, version = ""): string => {
  const way = "command" in transport ? transport.command.join(" ") : "url" in transport ? transport.url : "in memory"
  const listed = tools.map((tool) => tool.name).join(", ")
  return shorten(`server: ${[name, version].join(" ").trim()} (${way}) with ${listed || "no tools"}`, MAX)
}

/** `hung-forecast, hang of weather get_forecast` */
const faultText = ({ kind: { kind, ...more }, name, on_call, server, tool }: FaultData): string => {
  const terms = Object.entries(more).map(([key, value]) => `, ${key} ${value}`)
  const where = [server ?? "any server", tool ?? "any tool"].join(" ")
  return shorten(
    `fault: ${name}, ${kind} of ${where}${on_call === undefined ? "" : `, call ${on_call}`}${terms.join("")}`,
    MAX
  )
}
