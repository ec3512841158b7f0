import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import {
  agent,
  denied,
  driver,
  error,
  fault,
  type FaultKind,
  faults,
  hang,
  malformed,
  recoverAfter,
  replyAfterCancel,
  schemaDrift,
  type Session,
  slow,
  suite,
  truncated
} from "passhat"
import { runTapes } from "../../../../src/engine/layers/liveAgent/runTapes.ts"
import * as RecordedTools from "../../../../src/engine/layers/liveAgent/toolHub.ts"
import { makeRedactor } from "../../../../src/engine/layers/record/redact.ts"
import { noCode } from "../../../../src/engine/services/Driver.ts"
import { performing, replayed } from "../../run/driven.ts"
import { compiledOf } from "../../../suites.ts"
import { weather } from "../../../types/servers.ts"
import { header } from "../recordings.ts"

const kinds: ReadonlyArray<readonly [string, FaultKind]> = [
  ["hang", hang],
  ["recover after 2", recoverAfter(2)],
  ["slow, in time", slow("1 second")],
  ["slow, too late", slow("1 hour")],
  ["reply after cancel, in time", replyAfterCancel("1 second")],
  ["error", error("boom")],
  ["denied", denied],
  ["malformed", malformed],
  ["truncated", truncated],
  ["schema drift", schemaDrift]
]

const drive = ({ callEffect }: Session) =>
  Effect.gen(function* () {
    const answers = []
    for (const city of ["Rome", "Rome", "Oslo"]) answers.push(yield* callEffect("get_weather", { city }))
    return JSON.stringify(answers)
  })

describe("recorded tools", () => {
  test.each(kinds)("and the fault %s give an agent what the servers and the fault gave it", async (_, kind) => {
    const one = agent("asks", { driver: driver("d", "1", drive), servers: [weather], prompt: "p" }).pipe(
      faults(fault("broken", weather.tools.get_weather, kind, { onCall: 2 }))
    )
    const run = await Effect.runPromise(performing(one, { drive }))
    const { plan } = compiledOf(suite("s", one))
    const tapes = runTapes(() => noCode)
    const recorded = { ...run, wire: { tools: JSON.stringify(offered), results: {}, exchanges: [] } }
    tapes.add(plan.cells[0]!, { file: "f", header, runs: new Map([[1, recorded]]) }, () => undefined)
    const again = await Effect.runPromise(performing(one, { drive }, RecordedTools.layer(tapes, makeRedactor([]))))
    const [before, after] = [replayed(one, run), replayed(one, again)]
    assert.ok("trace" in before && "trace" in after)
    assert.equal(before.trace.faults.length, 1)
    assert.deepEqual(
      [after.trace.tool_results, after.trace.faults, after.trace.clock],
      [before.trace.tool_results, before.trace.faults, before.trace.clock]
    )
    const left = tapes.of(plan.cells[0]!, 1)?.calls.left()
    assert.deepEqual(left, [])
  })
})

const offered = ["get_weather", "get_forecast"].map((name) => ({ server: "weather", name, input_schema: {} }))
