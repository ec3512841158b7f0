/**
 * JUnit XML, as Jenkins, GitLab and GitHub actions read it: a testcase per run and per gate across runs.
 *
 * A testcase fails exactly where the report is red; rows that do not change a verdict are printed in `system-out`.
 */
import type { Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { caseLines } from "../cases/caseLines.ts"
import { evidence, repeatCommand } from "../red/evidence.ts"
import { indent, line, print } from "../text/Line.ts"
import type { Reporter } from "../Reporter.ts"
import { isAdvice, isRed, type Row, type Section } from "../Row.ts"
import { sections } from "../sections.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { shorten } from "../../../base/std/shorten.ts"

export const junit: Reporter = {
  name: "junit",
  render: function* (report, { verbose }) {
    const suites = sections(report)
    const cases = suites.flatMap(({ rows }) => rows.filter(isCase))
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="passhat" ${counts(cases)}>\n`
    for (const section of suites) for (const text of suiteLines(section, verbose)) yield `${text}\n`
    yield `</testsuites>\n`
  }
}

const isCase = (row: Row): boolean => row.mark !== "NOTE" && row.kind !== "echo"

const counts = (cases: ReadonlyArray<Row>): string => {
  const red = cases.filter(isRed)
  const failures = red.filter((row) => row.mark === "FAIL").length
  return `tests="${cases.length}" failures="${failures}" errors="${red.length - failures}"`
}

/** Jenkins accepts this attribute on a suite only. */
const skips = (cases: ReadonlyArray<Row>): string => `skipped="${cases.filter((row) => row.mark === "SKIP").length}"`

function* suiteLines(section: Section, verbose: boolean): Iterable<string> {
  const { name, rows } = section
  const cases = rows.filter(isCase)
  const notices = [
    ...rows.filter((row) => row.mark === "NOTE").map((row) => details(row, verbose)),
    ...caseLines(section, Infinity).map((each) => escapeXml(print(each, false)))
  ]
  yield `  <testsuite ${attribute("name", name)} ${counts(cases)} ${skips(cases)}>`
  for (const row of cases) yield testcase(name, row, verbose)
  if (notices.length > 0) yield `    <system-out>${notices.join("\n")}</system-out>`
  yield `  </testsuite>`
}

const testcase = (suite: string, row: Row, verbose: boolean): string => {
  const classname = row.cell === undefined ? suite : `${suite}.${row.cell}`
  const start = `    <testcase ${attribute("classname", classname)} ${attribute("name", row.name)}`
  if (isRed(row)) return `${start}>${row.mark === "FAIL" ? failure(row, verbose) : error(row, verbose)}</testcase>`
  if (row.skipped !== undefined) {
    return `${start}><skipped ${attribute("message", shorten(row.skipped, 200))}/></testcase>`
  }
  const isShort = row.mark === "PASS" && !isAdvice(row) && evidence(row, verbose).length === 0
  return isShort ? `${start}/>` : `${start}><system-out>${details(row, verbose)}</system-out></testcase>`
}

const failure = (row: Row, verbose: boolean): string =>
  `<failure ${message(row, "fail")} ${attribute("type", "expectation")}>${details(row, verbose)}</failure>`

const error = (row: Row, verbose: boolean): string => {
  const type = row.issues.find(({ advisory }) => !advisory)?.code ?? "no verdict"
  return `<error ${message(row, "none")} ${attribute("type", type)}>${details(row, verbose)}</error>`
}

/** The first line of the evidence that has the row's verdict. */
const message = (row: Row, verdict: Verdict): string => {
  const reason = evidence(row, false).find(({ tone }) => tone === verdict)
  return attribute("message", shorten(reason?.text ?? row.title, 200))
}

const details = (row: Row, verbose: boolean): string =>
  [line(0, "plain", row.title), ...indent([...evidence(row, verbose), ...repeatCommand(row)], 1)]
    .map((each) => escapeXml(print(each, false)))
    .join("\n")

const attribute = (name: string, value: string): string => `${name}="${escapeXml(escapeLine(value))}"`

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
}

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")
