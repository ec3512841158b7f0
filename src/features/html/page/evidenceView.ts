/**
 * The evidence of a cell or a run: expected values, actual values, and where they were found.
 */
import type { Issue } from "../../../base/domain/Issue.ts"
import type { Json } from "../../../base/domain/Json.ts"
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"
import type { CellVerdict, Check, Finding, GateVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { absentText } from "../../../edges/report/text/absentText.ts"
import { type Claim, claimsOf, type Reason } from "../reasons.ts"
import { counted, el } from "./dom.ts"
import { mark, runLink, section, value } from "./marks.ts"
import { more } from "./more.ts"

/** The characters of metadata that are shown; the json report has all of them. */
const LONGEST = 20_000

/** Findings and runs that are shown before "more". */
const [SHOWN, RUNS] = [6, 24]

export const whyView = (address: string, cell: CellVerdict): HTMLElement | undefined => {
  const red = cell.gates
    .filter((gate) => gate.verdict !== "pass")
    .toSorted((a, b) => Number(a.advisory) - Number(b.advisory))
  const gateMessages = new Set(red.flatMap((gate) => gate.issues.map(({ message }) => message)))
  const issues = [...cell.issues, ...cell.runs.flatMap((run) => run.issues.filter(({ advisory }) => !advisory))].filter(
    ({ message }) => !gateMessages.has(message)
  )
  if (red.length + issues.length === 0) return undefined
  return section(
    cell.verdict === "pass" ? "Worth a look" : "Why",
    undefined,
    ...more(issues.map(issueView), SHOWN),
    ...red.map((gate) => gateView(address, cell, gate))
  )
}

/** What advisory gates say of all runs, with every value that they report. Those that do not pass are explained above it. */
export const adviceView = ({ gates }: CellVerdict): HTMLElement | undefined => {
  const advice = gates.filter(({ advisory, scope }) => advisory && scope !== "run")
  if (advice.length === 0) return undefined
  return section(
    "Advice",
    "Shown, and without a say in any verdict.",
    ...advice.map(({ report, summary, title, verdict }) =>
      el(
        "article",
        { class: "gate" },
        el("h4", {}, mark(verdict), title, el("span", { class: "pill plain" }, "advisory")),
        el("p", { class: "summary" }, summary),
        el(
          "ul",
          { class: "findings" },
          ...Object.entries(report)
            .filter(([, json]) => json !== null)
            .map(([target, json]) => el("li", {}, el("code", { class: "path" }, target), " ", value(json, 4_000)))
        )
      )
    )
  )
}

/** What gates tell beside their targets, such as the risks of each run of a session. */
export const metadataView = ({ gates }: CellVerdict): HTMLElement | undefined => {
  const told = gates.filter(({ metadata }) => metadata !== undefined)
  if (told.length === 0) return undefined
  return section(
    "Behind the scores",
    undefined,
    ...told.map(({ metadata, title, verdict }) =>
      el(
        "details",
        {},
        el("summary", {}, mark(verdict), title),
        el("pre", {}, JSON.stringify(metadata, null, 2).slice(0, LONGEST))
      )
    )
  )
}

const gateView = (address: string, cell: CellVerdict, gate: GateVerdict): HTMLElement => {
  return el(
    "article",
    { class: "gate" },
    el(
      "h4",
      {},
      mark(gate.verdict),
      gate.title,
      gate.advisory && el("span", { class: "pill plain" }, "advisory"),
      gate.always === true && el("span", { class: "pill plain" }, "always"),
      gate.source !== undefined && el("code", { class: "path" }, `${gate.source.file}:${gate.source.line}`)
    ),
    el("p", { class: "summary" }, gate.summary),
    ...gate.issues.map(issueView),
    ...claimsOf(cell, gate).map((claim) => claimView(address, claim))
  )
}

/** What is said of a value once, and every different reason for it. */
const claimView = (address: string, { check, reasons }: Claim): HTMLElement =>
  el(
    "div",
    { class: `check ${check.verdict}` },
    claimLine(check),
    ...more(
      reasons.map((reason) => reasonView(address, reason)),
      SHOWN
    )
  )

const reasonView = (address: string, { check, runs }: Reason): HTMLElement => {
  const findings = findingsView(address, check)
  return el(
    "div",
    { class: "reason" },
    (runs.length > 1 || (runs.length === 1 && findings === undefined)) &&
      el(
        "p",
        { class: "places" },
        `${counted(runs.length, "run")}: `,
        ...more(
          runs.map((run) => runLink(address, run)),
          RUNS
        )
      ),
    findings
  )
}

/** One check of a run. */
export const checkView = (address: string, check: Check): HTMLElement =>
  el("div", { class: `check ${check.verdict}` }, claimLine(check), findingsView(address, check))

const claimLine = (check: Check): HTMLElement => {
  const { actual, always, expected, gate, target, verdict } = check
  const absent = absentText(check)
  return el(
    "p",
    { class: "claim" },
    mark(verdict),
    el("code", { class: "target" }, numberedTarget(target, gate)),
    el("span", {}, absent === "undefined" ? "could not be told" : "is "),
    absent !== "undefined" && value(absent === undefined ? actual : undefined),
    el("span", { class: "expected" }, ` expected ${expected}${always === true ? " in every run" : ""}`)
  )
}

/** Undefined if the findings say no more than the check. */
const findingsView = (address: string, { evidence: { findings }, target }: Check): HTMLElement | undefined => {
  const informative = findings.filter(({ path, reason }) => !(path === target && reason.startsWith("expected ")))
  return informative.length === 0
    ? undefined
    : el("ul", { class: "findings" }, ...more(findingViews(address, informative), SHOWN))
}

/** Runs whose findings have the same reason and nothing else share a line. */
const findingViews = (address: string, findings: ReadonlyArray<Finding>): ReadonlyArray<HTMLElement> => {
  const isBare = ({ actual, call_id, expected, path, run }: Finding): boolean =>
    run !== undefined && [actual, call_id, expected, path].every((part) => part === undefined)
  const reasons = [...new Set(findings.filter(isBare).map(({ reason }) => reason))]
  return [
    ...findings.filter((one) => !isBare(one)).map((one) => findingView(address, one)),
    ...reasons.map((reason) => {
      const runs = findings.flatMap((one) => (isBare(one) && one.reason === reason ? (one.run ?? []) : []))
      const links = runs.map((run) => runLink(address, run))
      return el("li", {}, ...more(links, RUNS), el("span", {}, reason))
    })
  ]
}

const findingView = (address: string, { actual, call_id, expected, path, reason, run }: Finding): HTMLElement =>
  el(
    "li",
    {},
    run !== undefined && runLink(address, run),
    el("span", {}, reason),
    (path !== undefined || call_id !== undefined) &&
      el("code", { class: "path" }, [call_id, path].filter((part) => part !== undefined).join(" · ")),
    expected !== undefined &&
      !isInReason(expected, reason) &&
      el("span", { class: "both" }, "expected ", value(expected, 160)),
    actual !== undefined && !isInReason(actual, reason) && el("span", { class: "both" }, "actual ", value(actual, 160))
  )

/** Whether the reason already contains the value, possibly with fewer digits. */
const isInReason = (side: Json, reason: string): boolean =>
  reason.includes(typeof side === "string" ? side : JSON.stringify(side)) ||
  (typeof side === "number" && reason.includes(String(Number(side.toPrecision(4)))))

export const issueView = ({ code, hint, message }: Issue): HTMLElement =>
  el(
    "div",
    { class: "issue" },
    el("p", {}, el("code", { class: "target" }, code), " ", message),
    el("p", { class: "hint" }, hint)
  )
