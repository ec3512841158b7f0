/**
 * docs/faults.md: its tables of kinds and marks, and the order of faults.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, fault, type FaultKind, faults, suite } from "passhat"
import * as dsl from "../../src/language/dsl/faults.ts"
import { FaultMark } from "../../src/base/domain/trace/Trace.ts"
import { faultFor, timedOut } from "../../src/engine/agentLoop/faults.ts"
import { weather } from "../../suites/servers/weather.ts"
import { compiledOf } from "../suites.ts"
import { read } from "./blocks.ts"

const rows = read("docs/faults.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
const { get_weather } = weather.tools
const BUDGET = 3_000

/** What comes of a call under faults, the first of a run. */
const met = (...kinds: ReadonlyArray<readonly [FaultKind, number?]>) => {
  const injected = kinds.map(([kind, onCall], at) =>
    fault(`f${at}`, get_weather, kind, onCall === undefined ? {} : { onCall })
  )
  const options = { model: "claude-m", servers: [weather], prompt: "p", callTimeout: BUDGET }
  const [cell] = compiledOf(suite("s", agent("a", options).pipe(faults(...injected)))).plan.cells
  const call = { id: "c1", server: "weather", name: "get_weather", args: {} }
  return faultFor(cell!.behaviour, new Map(), call).faulted
}

/** Each kind as the page spells it. */
const kinds: { readonly [kind: string]: FaultKind } = {
  hang: dsl.hang,
  wedged: dsl.wedged,
  "recoverAfter(n)": dsl.recoverAfter(1),
  "slow(d)": dsl.slow(2_000),
  "replyAfterCancel(d)": dsl.replyAfterCancel(2_000),
  "error(message)": dsl.error("<message>"),
  "rateLimited(d)": dsl.rateLimited(2_000),
  denied: dsl.denied,
  disconnect: dsl.disconnect,
  "misleading(text)": dsl.misleading("<text>"),
  malformed: dsl.malformed,
  truncated: dsl.truncated,
  schemaDrift: dsl.schemaDrift
}

describe("kinds", () => {
  test("all kinds are on the page", () => {
    const { anyServer: _, fault: __, faults: ___, ...exported } = dsl
    assert.deepEqual(
      Object.keys(kinds)
        .map((kind) => kind.replace(/\(.*/, ""))
        .toSorted(),
      Object.keys(exported).toSorted()
    )
  })

  test.each(Object.entries(kinds))("%s: the answer and its time are those of the page", (name, kind) => {
    const [, sees = "", time = ""] = rows.find(([first]) => first === `\`${name}\``) ?? []
    const { answer, takes_ms, timed_out } = met([kind]) ?? assert.fail("the fault is met")
    assert.equal(takes_ms, time.startsWith("the budget") ? BUDGET : time.startsWith("d,") ? 2_000 : 0)
    assert.equal(timed_out, time.startsWith("the budget"))
    if (answer !== undefined) assert.ok(sees.includes(wordsOf(answer.content).replace("2000", "<d>")), sees)
  })

  test("the text of a timeout is that of the page", () => {
    const [, sees = ""] = rows.find(([first]) => first === "`hang`") ?? []
    assert.ok(sees.includes(wordsOf(timedOut(BUDGET).content).replace(String(BUDGET), "<budget>")), sees)
  })

  const wordsOf = (content: ReadonlyArray<unknown>): string => (content[0] as { readonly text: string }).text
})

describe("order", () => {
  test("the first fault that is due answers", () => {
    assert.equal(met([dsl.hang], [dsl.denied])?.fault.name, "f0")
    assert.equal(met([dsl.hang, 2], [dsl.denied])?.fault.name, "f1")
  })
})

test("every field of a mark is on the page", () => {
  const listed = rows.map(([first]) => first).join()
  assert.deepEqual(
    Object.keys(FaultMark.fields).filter((field) => !listed.includes(`\`${field}\``)),
    []
  )
})
