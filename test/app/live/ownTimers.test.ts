/**
 * Agents with timers of their own, which give up a hung call and ask again or crash, recorded on every runtime.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { everyRuntime } from "../everyRuntime.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/app/live/suites/ownTimers.ts"
const json = ["--reporter", "json"]

describe.skipIf(Bun.which("python3") === null)("an agent with a timer of its own", () => {
  test.each(everyRuntime)("recovers if it goes on, and fails if it crashes, on %s (this needs python3)", async (on) => {
    await using place = await studio({ scripts: () => [] })
    const recorded = await place.run(suite, ["--record", ...json], { runtime: on })
    assert.equal(recorded.code, 1, recorded.stdout + recorded.stderr)
    const report: Report = JSON.parse(recorded.stdout)
    const cells = report.suites.flatMap((one) => one.cells)
    assert.deepEqual(
      cells.map(({ name, verdict }) => [name, verdict]),
      [
        ["async", "pass"],
        ["effect", "pass"],
        ["framework", "pass"],
        ["command", "pass"],
        ["async crash", "fail"],
        ["effect crash", "fail"],
        ["command crash", "fail"]
      ]
    )
    for (const { name } of cells) {
      const path =
        [...place.files().keys()].find((one) => one.includes(`/${name.replace(" ", "-")}/`)) ?? assert.fail(name)
      const [, line = ""] = place.files().get(path)!.split("\n")
      const { trace }: { readonly trace: Trace } = JSON.parse(line)
      const [mark] = trace.faults
      assert.ok(mark?.detected_ms !== undefined && mark.detected_ms > mark.start_ms, JSON.stringify(mark))
      assert.equal(mark.recovered_ms !== undefined, !name.includes("crash"), name)
      assert.equal(trace.stop_reason, name.includes("crash") ? "error" : "end_turn")
      assert.equal(trace.tool_results[0]?.timed_out, true)
      if (name === "effect") assert.deepEqual([mark.detected_ms, mark.recovered_ms], [2_000, 2_000])
    }
    // What Bun recorded is replayed by every runtime, and what the others did by Bun.
    for (const runtime of on === "bun" ? everyRuntime : (["bun"] as const)) {
      const { stdout } = await place.run(suite, json, { runtime })
      assert.equal(stdout, recorded.stdout, runtime)
    }
  })
})
