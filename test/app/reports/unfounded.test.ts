/**
 * Reports whose verdicts were altered: each is refused, and every report that passhat writes is accepted.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { readdirSync } from "node:fs"
import { allOf, anyOf, atLeast, atMost, contains, containsAll, equals, icontains, length, not, regex } from "passhat"
import { reports, shards } from "../../../soak/hostileFiles/reports.ts"
import { unfounded } from "../../../src/app/reports/unfounded.ts"
import type { MatcherData } from "../../../src/base/domain/matching/Matcher.ts"
import { matcherIn, matchersIn } from "../../../src/base/domain/matchersIn.ts"
import { phrase } from "../../../src/base/domain/matching/matchers.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { match } from "../../../src/language/metrics/match.ts"
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

const gatesIn = (some: ReadonlyArray<Report>) =>
  some.flatMap(({ suites }) => suites.flatMap(({ cells }) => cells.flatMap(({ gates }) => gates)))

/** The checks of gates and runs. */
const checksIn = ({ suites }: Report): ReadonlyArray<{ actual: unknown }> =>
  suites
    .flatMap(({ cells }) => cells)
    .flatMap(({ gates, runs }) => [...gates, ...runs])
    .flatMap(({ checks }) => checks as ReadonlyArray<{ actual: unknown }>)

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

  test("is refused with the actual value of any one check altered, in whatever place", () => {
    let tried = 0
    for (const report of all) {
      const places = checksIn(report).length
      for (let at = 0; at < places; at++) {
        const altered = copyOf(report)
        const check = checksIn(altered)[at]!
        check.actual = check.actual === 0.25 ? 0.75 : 0.25
        tried++
        assert.notEqual(unfounded(altered), undefined, JSON.stringify(check).slice(0, 300))
      }
    }
    assert.ok(tried > 100, `${tried}`)
  })

  test.each([
    [contains("Rome"), "Paris"],
    [icontains("ROME"), "Paris"],
    [containsAll(["a", "b"]), ["a"]],
    [not(equals("refund")), "refund"],
    [not(contains("refund")), ["pay", "refund"]],
    [regex(/^Rome$/), "Rome "],
    [length(atMost(2)), ["a", "b", "c"]],
    [anyOf(equals("a and b"), equals("c or d")), "a"],
    [allOf(atLeast(1), atMost(3)), 4]
  ] as const)("is refused if a check that expects %j passes with %j, in all places alike", (matcher, actual) => {
    const copies = all.map(copyOf)
    const gate =
      gatesIn(copies).find(({ checks, scope }) => scope !== "run" && checks[0]?.verdict === "pass") ??
      assert.fail("a gate over all runs passes")
    const [check] = gate.checks
    Object.assign(gate.report, { [check!.target]: actual })
    const expected = phrase(matcher as unknown as MatcherData)
    Object.assign(check!, { actual, expected, verdict: "pass", evidence: { findings: [] } })
    const found = copies.flatMap((report) => unfounded(report) ?? [])
    assert.match(`${found[0]?.path.join(".")}`, /gates\.\d+\.checks\.0\.verdict$/)
  })

  test.each<[string, (cell: Report["suites"][number]["cells"][number]) => void, RegExp]>([
    ["a run that is there twice", ({ runs }) => void Object.assign(runs[1]!, { index: 1 }), /runs\.1\.index/],
    ["a gate that is there twice", ({ gates }) => void Object.assign(gates[1]!, { id: gates[0]!.id }), /gates\.1\.id/],
    [
      "a check that became advisory",
      ({ gates }) => void Object.assign(gates[0]!.checks[0]!, { advisory: true }),
      /checks\.0/
    ],
    ["a command of a red cell", (cell) => void Object.assign(cell, { command: "passhat run" }), /command$/]
  ])("is refused with %s", (_, alter, path) => {
    const green = copyOf(reports.find(({ verdict }) => verdict === "pass")!)
    alter(green.suites[0]!.cells.find(({ gates, runs }) => gates.length > 1 && runs.length > 1)!)
    assert.match(`${unfounded(green)?.path.join(".")}`, path)
  })

  test("the words of a matcher tell that matcher, whatever it is made of", () => {
    const word = fc.constantFrom("a", "b and c", " or ", "not ", "at least 1")
    const { matcher } = fc.letrec<{ matcher: MatcherData }>((tie) => ({
      matcher: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc
          .tuple(fc.constantFrom("equals", "contains", "icontains"), word)
          .map(([op, value]) => ({ op, value }) as MatcherData),
        fc.tuple(fc.constantFrom("atLeast", "atMost"), fc.nat(3)).map(([op, value]) => ({ op, value }) as MatcherData),
        fc.constantFrom("a", "^b and", "c|d").map((pattern): MatcherData => ({ op: "regex", pattern, flags: "" })),
        tie("matcher").map((of): MatcherData => ({ op: "not", of })),
        fc
          .tuple(fc.constantFrom("allOf", "anyOf"), fc.array(tie("matcher"), { minLength: 2, maxLength: 3 }))
          .map(([op, of]) => ({ op, of }) as MatcherData)
      )
    }))
    fc.assert(
      fc.property(matcher, fc.oneof(word, fc.nat(4)), (one, value) => {
        const told = matchersIn(phrase(one))
        if (told.length === 0) return
        const { error, passed } = match(one, value)
        assert.ok(
          told.some((each) => {
            const other = match(each, value)
            return other.passed === passed && (other.error === undefined) === (error === undefined)
          }),
          phrase(one)
        )
      })
    )
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
