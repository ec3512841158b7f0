import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { green, red, trips } from "../select/trips.ts"

interface Told {
  readonly status: string
  readonly verdict: string
  readonly suites: ReadonlyArray<{
    readonly suite: string
    readonly verdict: string
    readonly cells: ReadonlyArray<{ readonly name: string; readonly verdict: string; readonly skipped?: string }>
  }>
}

const told = (stdout: string): Told => JSON.parse(stdout)
const cellsOf = ({ suites }: Told) =>
  suites.flatMap(({ cells }) => cells.map((one) => [one.name, one.verdict, one.skipped]))
const agents = { walks: green, drives: red, flies: red, swims: `skip("too cold"), ${green}` }

describe("--bail", () => {
  test("stops at the first red cell in the order of the plan, with any concurrency", () => {
    using user = trips(agents)
    const [first, ...others] = ["1", "7", "64"].map((n) =>
      user.passhat(["run", "suites/trips.ts", "--bail", "--reporter", "json", "--concurrency", n])
    )
    assert.equal(first?.code, 1)
    for (const other of others) assert.deepEqual(other, first)
    const report = told(first?.stdout ?? "")
    assert.deepEqual([report.status, report.verdict], ["bailed", "fail"])
    assert.deepEqual(cellsOf(report), [
      ["walks", "pass", undefined],
      ["drives", "fail", undefined],
      ["flies", "none", 'not run, --bail stopped at "drives"'],
      ["swims", "none", "too cold"]
    ])
  })

  test("shows the cells of later suites as not run", () => {
    using user = trips({ drives: red })
    user.write("voyages", { sails: green })
    const pretty = user.passhat(["run", "suites/trips.ts", "suites/voyages.ts", "--bail"])
    assert.equal(pretty.code, 1)
    assert.match(
      pretty.stdout,
      /\nvoyages {2}suites\/voyages\.ts\n {2}SKIP {2}sails: not run, --bail stopped at "drives"\n\n/
    )
    assert.match(pretty.stdout, /\nFAIL \(stopped at the first red cell\)\n$/)
  })

  test("stops at a cell that could not be judged, and exits with 2", () => {
    using user = trips({ walks: green, drives: green })
    user.remove("cassettes/trips/walks")
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "--bail", "--reporter", "json"])
    assert.equal(code, 2)
    assert.deepEqual(
      cellsOf(told(stdout)).map(([name, verdict]) => [name, verdict]),
      [
        ["walks", "none"],
        ["drives", "none"]
      ]
    )
  })

  test("does not change a report without a red cell", () => {
    using user = trips({ walks: green, drives: green })
    const plain = user.passhat(["run", "suites/trips.ts", "--reporter", "json"])
    assert.deepEqual(user.passhat(["run", "suites/trips.ts", "--reporter", "json", "--bail"]), plain)
    assert.equal(told(plain.stdout).status, "complete")
  })
})
