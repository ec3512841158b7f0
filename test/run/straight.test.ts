import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { AskedCall, Exchange, ModelAnswer, ToolAnswer } from "../../src/domain/Cassette.ts"
import type { Cell, Plan } from "../../src/domain/Plan.ts"
import { steppedTrace } from "../../src/run/steppedTrace.ts"
import { straightTrace } from "../../src/run/straight.ts"
import { asked, cell } from "../cells.ts"

const root = join(import.meta.dirname, "../..")

/** Says whether the recording was told straight, once it is known to be what the machine makes of it. */
const isStraight = (of: Cell, exchanges: ReadonlyArray<Exchange>): boolean => {
  const straight = straightTrace(of.behaviour, exchanges)
  if (straight !== undefined) assert.deepEqual(straight, steppedTrace(of, exchanges))
  return straight !== undefined
}

describe("a recording told in one pass is what the machine makes of it", () => {
  test.each(["chaos", "invoice", "issues", "recovery", "red", "weather"])("of every run of %s", (suite) => {
    const { cells }: Plan = JSON.parse(readFileSync(join(root, `test/plan/shipped/${suite}.json`), "utf8"))
    for (const one of cells) {
      const [, ...lines] = readFileSync(join(root, "cassettes", `${one.id}.jsonl`), "utf8")
        .trim()
        .split("\n")
      const runs = lines.map((line) => isStraight(one, JSON.parse(line).exchanges))
      assert.deepEqual(
        runs,
        runs.map(() => one.behaviour.faults.length === 0),
        one.id
      )
    }
  })

  test("of any recording, sound or not", () => {
    const call = fc
      .record({ id: fc.constantFrom("c1", "c2"), name: fc.constantFrom("get_weather", "get_forecast") })
      .map(({ id, name }): AskedCall => asked(id, name, { city: id }))
    const caller = fc.option(fc.constant({ type: "code" }), { nil: undefined })
    const tagged = fc
      .tuple(call, caller)
      .map(([one, by]): AskedCall => (by === undefined ? one : { ...one, caller: by }))
    const answer = fc
      .record({ is_error: fc.boolean(), structured: fc.boolean(), late: fc.nat({ max: 9 }) })
      .map(({ is_error, late, structured }): ToolAnswer => ({
        is_error,
        content: [{ type: "text", text: "sunny" }],
        ...(structured && { structured: { sky: "clear" } }),
        timed_out: late === 0
      }))
    const says = fc
      .record({
        text: fc.constantFrom("", "Done."),
        calls: fc.array(tagged, { maxLength: 2 }),
        stop_reason: fc.constantFrom("tool_use", "tool_use", "end_turn", "max_tokens", "refusal"),
        isPriced: fc.nat({ max: 9 }),
        isRun: fc.nat({ max: 9 })
      })
      .map(({ calls, isPriced, isRun, stop_reason, text }): ModelAnswer => ({
        text,
        calls,
        stop_reason,
        ...(isPriced > 0 && { usage: { input: 100 + calls.length, output: 10 } }),
        ...(isRun === 0 && { ran: { calls: [asked("r1", "search")], results: [] } })
      }))
    /** As the machine would have it, but for what is spoilt. */
    const rounds = fc
      .array(fc.tuple(says, fc.array(answer, { minLength: 2, maxLength: 2 })), { minLength: 1, maxLength: 4 })
      .map((all) =>
        all.flatMap(([one, answers]): ReadonlyArray<Exchange> => [
          { kind: "model", answer: one },
          ...(one.stop_reason === "max_tokens" || one.stop_reason === "refusal" ? [] : one.calls).map(
            (made, at): Exchange => ({ kind: "tool", call: made, answer: answers[at]! })
          )
        ])
      )
    const spoilt = fc.tuple(rounds, fc.nat({ max: 12 }), fc.nat({ max: 5 }), call).map(([all, at, how, other]) => {
      if (how === 0) return all.toSpliced(at, 1)
      if (how === 1) return all.toSpliced(at, 0, { kind: "tool" as const, call: other, answer: sunny })
      return how === 2
        ? all.map((one, place) => (place === at && one.kind === "tool" ? { ...one, call: other } : one))
        : all
    })
    const seen = { straight: 0, stepped: 0 }
    fc.assert(
      fc.property(spoilt, fc.constantFrom(1, 2, 10), (exchanges, maxTurns) => {
        const whole = exchanges.concat({ kind: "model", answer: { text: "Over.", calls: [], stop_reason: "end_turn" } })
        for (const recording of [exchanges, whole]) {
          seen[isStraight(cell({ maxTurns }), recording) ? "straight" : "stepped"]++
        }
      }),
      { numRuns: 1_000 }
    )
    assert.ok(seen.straight > 200 && seen.stepped > 200, JSON.stringify(seen))
  })
})

const sunny: ToolAnswer = { is_error: false, content: [], timed_out: false }
