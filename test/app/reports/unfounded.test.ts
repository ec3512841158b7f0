/**
 * Reports whose verdicts were altered: each is refused, and every report that passhat writes is accepted.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { reports, shards } from "../../../soak/hostileFiles/reports.ts"
import { unfounded } from "../../../src/app/reports/unfounded.ts"
import { matcherIn } from "../../../src/base/domain/matching/matchers.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { passhatOn, project, root } from "../project.ts"

const all: ReadonlyArray<Report> = [...reports, ...shards]
const copyOf = (report: Report): Report => JSON.parse(JSON.stringify(report))

/** Every object of a report that has a verdict. */
const judgedIn = (value: unknown): ReadonlyArray<{ verdict: string; actual?: unknown }> =>
  typeof value !== "object" || value === null
    ? []
    : [
        ...("verdict" in value ? [value as { verdict: string }] : []),
        ...Object.entries(value).flatMap(([key, inner]) => (key === "trace" ? [] : judgedIn(inner)))
      ]

describe("a report whose verdicts were altered", () => {
  test("is refused if every fail became a pass", () => {
    const red = all.filter((report) => JSON.stringify(report).includes('"verdict":"fail"'))
    assert.ok(red.length >= 3)
    for (const report of red) {
      const flipped = JSON.parse(JSON.stringify(report).replaceAll('"fail"', '"pass"'))
      assert.match(`${unfounded(flipped)?.path.join(".")}`, /checks\.\d+\.verdict$/)
    }
  })

  test("is refused with any one verdict altered, at every level", () => {
    let tried = 0
    for (const report of all) {
      assert.equal(unfounded(copyOf(report)), undefined)
      for (let at = 0; at < judgedIn(report).length; at++)
        for (const verdict of ["pass", "fail", "none"]) {
          const altered = copyOf(report)
          const one = judgedIn(altered)[at]!
          // Of a value that was never there, its metric says whether that fails: the report does not hold it.
          if (one.verdict === verdict || (one.actual === null && verdict !== "pass")) continue
          one.verdict = verdict
          tried++
          assert.notEqual(unfounded(altered), undefined, JSON.stringify(one).slice(0, 300))
        }
    }
    assert.ok(tried > 100, `${tried}`)
  })

  test("is refused if what is expected and what is there contradict the verdict, without any finding", () => {
    const green = copyOf(reports[6]!)
    const check = green.suites[0]!.cells[0]!.gates.find(({ scope }) => scope === "outcomes")!.checks[0]!
    assert.equal(check.expected, "at least 1")
    Object.assign(check, { actual: 0 })
    assert.match(`${unfounded(green)?.path.join(".")}`, /gates\.\d\.checks\.0\.verdict$/)
  })

  test("words tell a matcher only if it is worded with them", () => {
    assert.deepEqual(matcherIn("at least 0.5"), { op: "atLeast", value: 0.5 })
    assert.deepEqual(matcherIn("between 1 and 2"), { op: "between", min: 1, max: 2 })
    assert.deepEqual(matcherIn('equal to {"a":1}'), { op: "equals", value: { a: 1 } })
    for (const words of [
      "at least 1 and at most 2",
      "not at least 1",
      "at least x",
      "equal to 1 or equal to 2",
      "matching /x/"
    ]) {
      assert.equal(matcherIn(words), undefined, words)
    }
  })
})

describe("a report that passhat wrote", () => {
  const suites = readdirSync(`${root}/suites`).filter((name) => name.endsWith(".ts"))
  test("of every suite of the repository is accepted", () => {
    using user = project()
    for (const name of suites) {
      passhatOn("bun", ["run", `suites/${name}`, "--with-traces", "--reporter", `json=${name}.json`], {
        cwd: user.folder
      })
      assert.equal(unfounded(JSON.parse(user.read(`${name}.json`))), undefined, name)
    }
    assert.ok(suites.length > 5)
  }, 240_000)
})
