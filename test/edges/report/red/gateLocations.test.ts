import { test } from "bun:test"
import assert from "node:assert/strict"
import { sections } from "../../../../src/edges/report/sections.ts"
import { failedGateLocations } from "../../../../src/edges/report/red/gateLocations.ts"
import { check, gate, ofCell, run } from "../sample.ts"

const at = (line: number) => ({ file: "suites/weather.ts", line })
const red = check({ verdict: "fail" })
const [section] = sections(
  ofCell({
    verdict: "fail",
    runs: [run(1, { checks: [check({ target: "a.b" })] }), run(2, { verdict: "fail", checks: [red] })],
    gates: [
      gate({ id: "expect#1", scope: "run", verdict: "fail", checks: [red], source: at(1) }),
      gate({ id: "expect#2", scope: "run", checks: [check({ target: "a.b" })], source: at(2) }),
      gate({ id: "stability#1", verdict: "fail", checks: [red], source: at(3) }),
      gate({ id: "stability#2", verdict: "fail", checks: [red] })
    ]
  })
)

test("a red run has the locations of the run gates whose check it fails", () => {
  assert.deepEqual(section?.rows.filter((row) => row.kind === "run").map(failedGateLocations), [[], [at(1)]])
})

test("a red gate has its own location, if that is known", () => {
  assert.deepEqual(section?.rows.find((row) => row.name.endsWith("stability#1"))?.source, at(3))
  assert.deepEqual(section?.rows.filter((row) => row.name.endsWith("stability#1")).map(failedGateLocations), [[at(3)]])
})
