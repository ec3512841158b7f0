import { test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agent, equals, expect, skip, suite } from "passhat"
import { executeUntilRed } from "../../../src/app/run/untilRed.ts"
import { boundGates, judgeSuite } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import * as Closed from "../../../src/engine/layers/replay/noLiveWorld.ts"
import { Cassettes } from "../../../src/engine/services/Cassettes.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const asks = (name: string) =>
  agent(name, { model: "claude-m", servers: [weather], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn")))

/** Nothing ever comes of opening it. */
const hanging = Layer.succeed(Cassettes, { open: () => Effect.never, unused: () => Effect.succeed([]) })

test("an interruption leaves the cells that were not run in the report, without a verdict", async () => {
  const { definitions, plan } = compiledOf(suite("s", asks("a"), asks("b").pipe(skip("down")), asks("c")))
  const { cells, status } = await executeUntilRed(plan, {
    concurrency: 1,
    stop: Effect.void,
    sink: (cell) => cellJudge(cell, boundGates(cell, { definitions }), { means: {}, traces: false })
  }).pipe(Effect.provide(Layer.merge(hanging, Closed.layer)), Effect.runPromise)
  assert.equal(status, "interrupted")
  const verdict = judgeSuite({ plan }, cells)
  assert.equal(verdict.verdict, "none")
  assert.deepEqual(
    verdict.cells.map((cell) => [cell.name, cell.verdict, cell.skipped]),
    [
      ["a", "none", undefined],
      ["b", "none", "down"],
      ["c", "none", undefined]
    ]
  )
})
