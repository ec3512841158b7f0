/**
 * The trajectory test cases of agentevals (MIT), read as expected calls of ours: its modes have the same names here; its
 * argument modes are `exact` = exact, `ignore` = ignore, `superset` = subset (the recorded arguments contain the
 * expected ones), `subset` = a schema that allows no other property; its overrides by function are schemas.
 */
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "bun:test"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import * as Trajectory from "../../../src/language/metrics/trajectory.ts"
import { call, trace } from "../../traces.ts"

interface Case {
  readonly name: string
  readonly mode: Trajectory.TrajectoryMode
  readonly outputs: ReadonlyArray<{ readonly name: string; readonly args: JsonObject }>
  readonly expected_pass: boolean
  readonly expected_call_shapes: ReadonlyArray<Trajectory.ExpectedCall>
  readonly expected_by_mode: { readonly [M in Trajectory.TrajectoryMode]?: boolean }
}

const file = join(import.meta.dirname, "../../../../shared/data/agentevals/cases.json")
const here = existsSync(file)
const cases: ReadonlyArray<Case> = here ? JSON.parse(readFileSync(file, "utf8")).cases : []

describe("agentevals", () => {
  test.skipIf(!here)("all 28 cases are read (skipped without ../shared/data/agentevals/cases.json)", () => {
    assert.equal(cases.length, 28)
  })

  test.each(cases)("$name agrees under every mode", ({ expected_by_mode, expected_call_shapes, ...one }) => {
    const run = trace({ tool_calls: one.outputs.map(({ args, name }) => call(name, args)) })
    const passed = (mode: Trajectory.TrajectoryMode): boolean =>
      Trajectory.measure(run, { mode, calls: expected_call_shapes }, jsonSchema).passed === 1
    assert.equal(passed(one.mode), one.expected_pass)
    const modes = Object.keys(expected_by_mode) as ReadonlyArray<Trajectory.TrajectoryMode>
    assert.equal(modes.length, 5)
    assert.deepEqual(Object.fromEntries(modes.map((mode) => [mode, passed(mode)])), expected_by_mode)
  })
})
