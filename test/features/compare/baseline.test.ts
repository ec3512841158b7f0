import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Overview } from "../../../src/features/html/Overview.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { called } from "../../app/called.ts"
import { type Finished, root, run } from "../../app/project.ts"

const passhat = (...args: ReadonlyArray<string>): Finished => run(join(root, "dist/doors/passhat.js"), args)

let folder = ""
const file = (name: string): string => join(folder, name)
const page = (): string => `html=${file("page.html")}`
const overview = (): Overview =>
  JSON.parse(/id="overview">(.*?)<\/script>/s.exec(readFileSync(file("page.html"), "utf8"))?.[1] ?? "") as Overview

const altered = (name: string, change: (report: Report) => unknown): string => {
  writeFileSync(file(name), JSON.stringify(change(JSON.parse(readFileSync(file("before.json"), "utf8")) as Report)))
  return file(name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "passhat-baseline-"))
  assert.equal(
    passhat("run", "suites/weather.ts", "--with-traces", "--reporter", `json=${file("before.json")}`).code,
    0
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const refuses = ({ code, stderr, stdout }: Finished, sentence: RegExp): void => {
  assert.equal(code, 2)
  assert.equal(stdout, "")
  assert.match(stderr, sentence)
  assert.equal(stderr.split("\n").length, 2, stderr)
}

describe("--baseline", () => {
  test("the page of a replay of the same recordings says that nothing is different, with the same bytes as passhat report", async () => {
    const args = ["--baseline", file("before.json"), "--reporter", page()]
    assert.equal(passhat("run", "suites/weather.ts", ...args).code, 0)
    const { baseline, entries } = overview()
    assert.deepEqual(baseline, { name: file("before.json"), gone: [] })
    assert.deepEqual(
      entries.map(({ delta }) => delta?.differences),
      entries.map(() => [])
    )
    const bytes = readFileSync(file("page.html"), "utf8")
    assert.equal((await called("report", file("before.json"), ...args)).code, 0)
    assert.equal(readFileSync(file("page.html"), "utf8"), bytes)
  })

  test("every cell has its prompt, and when it was recorded", () => {
    const { suites } = JSON.parse(readFileSync(file("before.json"), "utf8")) as Report
    for (const cell of suites.flatMap(({ cells }) => cells)) {
      assert.ok((cell.analysis?.prompt ?? "").length > 0)
      assert.match(cell.recorded_at ?? "", /^\d{4}-\d\d-\d\dT/)
      assert.ok(cell.runs.every(({ recorded = [] }) => recorded.length > 0))
    }
  })

  test("a baseline that does not exist, is no report, is damaged, or is of other suites is refused with a sentence", () => {
    const asked = (name: string): Finished =>
      passhat("run", "suites/weather.ts", "--baseline", name, "--reporter", page())
    refuses(asked(file("nowhere.json")), /nowhere\.json does not exist\. Name a json report/)
    refuses(asked("package.json"), /package\.json is not a report of passhat\./)
    refuses(
      asked(altered("turned.json", (report) => ({ ...report, verdict: "fail" }))),
      /turned\.json, verdict: expected the verdict/
    )
    refuses(
      asked(
        altered("other.json", ({ suites, ...report }) => ({
          ...report,
          suites: suites.map((suite) => ({
            ...suite,
            cells: suite.cells.map((cell) => ({ ...cell, id: `other/${cell.id}` }))
          }))
        }))
      ),
      /other\.json is not comparable: no cell of it is in this report\./
    )
    refuses(
      asked(
        altered("twice.json", ({ suites, ...report }) => ({
          ...report,
          suites: suites.map((suite) => ({ ...suite, cells: suite.cells.flatMap((cell) => [cell, cell]) }))
        }))
      ),
      /twice\.json has the cell weather\/.* twice\./
    )
  })

  test("a baseline that no reporter would show is refused, before anything runs", () => {
    refuses(
      passhat("run", "suites/weather.ts", "--baseline", file("before.json")),
      /before\.json is shown by html, markdown and github, and no such reporter is asked for\. Add --reporter html=report\.html/
    )
  })
})
