import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, cases, equals, expect, suite } from "passhat"
import { compile } from "../../../src/language/plan/compile.ts"
import { compiledOf } from "../../suites.ts"

const asks = (name: string) =>
  agent(name, { models: ["claude-m", "claude-n"], servers: [], prompt: "p" }).pipe(
    expect("stop_reason", equals("end_turn"))
  )

const refusals = (...agents: Parameters<typeof suite>[1][]): ReadonlyArray<string> => {
  const compiled = compile(suite("s", ...agents))
  assert.ok("issues" in compiled, "the suite compiles")
  return compiled.issues.map(({ message }) => message)
}
/** As plain JavaScript may call it. */
const untyped = cases as unknown as (rows: unknown, agentOf: unknown) => ReturnType<typeof asks>[]

describe("cases", () => {
  test("keep the name of their table and row, and the ids and fingerprints of the agents they make", () => {
    const { plan } = compiledOf(
      suite("s", ...cases([{ name: "a b" }, { id: 7 }], (row) => asks(`${row.name ?? row.id}`)))
    )
    const { plan: plain } = compiledOf(suite("s", asks("a b"), asks("7")))
    assert.deepEqual(
      plan.cells.map((cell) => cell.case),
      ["a b", "a b", "7", "7"].map((row) => ({ table: "cases", row }))
    )
    assert.deepEqual(
      plan.cells.map(({ case: _, ...cell }) => cell),
      plain.cells
    )
  })

  test("of rows in another order have the same cells", () => {
    const rows = [{ name: "a" }, { name: "b" }, { name: "c" }]
    const cellsOf = (some: typeof rows) =>
      compiledOf(suite("s", ...cases(some, ({ name }) => asks(name)))).plan.cells.map(
        ({ fingerprint, id }) => `${id} ${fingerprint}`
      )
    assert.deepEqual(new Set(cellsOf(rows)), new Set(cellsOf(rows.toReversed())))
  })
})

describe("what the compiler cannot see is refused by the plan", () => {
  test.each([
    [[], /: the first argument of cases is an empty list, expected one or more rows\.$/],
    ["rows", /the first argument of cases is "rows", expected a list of rows\.$/],
    [
      [{ name: "a" }, { city: "Rome" }],
      /the first argument of cases\[1\] is an object, expected a row with a name or an id\.$/
    ],
    [[{ name: " " }], /cases\[0\] is an object, expected a row with a name or an id\.$/]
  ])("rows that are %j", (rows, message) => {
    assert.match(refusals(...untyped(rows, () => asks("a"))).join("\n"), message)
  })

  test("no function, and a function that makes no agent", () => {
    assert.match(
      refusals(...untyped([{ name: "a" }], "agent")).join(),
      /the second argument of cases is "agent", expected a function/
    )
    assert.match(
      refusals(...untyped([{ name: "a" }], () => 5)).join(),
      /what cases makes of row "a" is 5, expected an agent/
    )
  })

  test("rows of one name, and agents that are not named after their rows", () => {
    assert.match(
      refusals(...cases([{ name: "a" }, { name: "b" }, { name: "a" }], ({ name }) => asks(name)))[0] ?? "",
      /would share the cassette/
    )
    const same = refusals(...cases([{ name: "a" }, { name: "a" }], ({ name }) => asks(name))).join("\n")
    assert.match(same, /agent "a": rows 1 and 2 of cases, "a" and "a", have one name\./)
    const alike = refusals(...cases([{ name: "a" }, { name: "b" }], () => asks("x"))).join("\n")
    assert.match(
      alike,
      /rows 1 and 2 of cases, "a" and "b", make agents of one name; name each after its row: agent\(row\.name, \.\.\.\)\./
    )
  })

  test("what is wrong with every case is told once, with how many have it", () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ name: `case ${at + 1}` }))
    const wrong = cases(rows, ({ name }) => agent(name, { model: "claude-m", servers: [], prompt: "p", maxTurns: 0 }))
    assert.deepEqual(refusals(...wrong), ['Suite "s", agent "case 1" and 29 more of cases: maxTurns is 0.'])
  })
})
