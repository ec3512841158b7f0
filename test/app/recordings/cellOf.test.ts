import { test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import { cellOf } from "../../../src/app/recordings/cellOf.ts"
import type { Plan } from "../../../src/base/domain/plan/Plan.ts"
import { parseCassette } from "../../engine/cassette/parse.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { root } from "../project.ts"

const plans = readdirSync(join(root, "test/language/plan/shipped"))
const cells = plans.flatMap((file) => {
  const plan: Plan = JSON.parse(readFileSync(join(root, "test/language/plan/shipped", file), "utf8"))
  return plan.cells.map((cell) => [cell.id, cell] as const)
})

test.each(cells)("%s replays equally from its header and from its suite", (id, cell) => {
  const file = `cassettes/${id}.jsonl`
  const { header, runs } = Result.getOrThrow(parseCassette(file, readFileSync(join(root, file), "utf8")))
  for (const run of runs.values()) {
    const shown = replayRun(cellOf(header), run, file)
    assert.ok("trace" in shown)
    assert.deepEqual(shown, replayRun(cell, run, file))
  }
})
