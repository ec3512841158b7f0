/**
 * Agents of the user's own, in this process and in another, recorded and judged like the built-in one.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { CellVerdict, Report } from "../../../src/base/domain/verdict/Verdict.ts"
import type { Topic } from "../../standin/standin.ts"
import { run } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "test/app/live/suites/drivers.ts"
const json = ["--reporter", "json"]

/** What the model of the built-in agent does; the other agents know what to do. */
const scripts = ({ prompt }: Topic) => [
  {
    turns: [
      { calls: [{ server: "weather", name: "get_weather", args: { city: String(prompt) } }] },
      { text: prompt === "Sacramento" ? "It is clear." : "I found nothing." }
    ]
  }
]

const cellsOf = (stdout: string): ReadonlyMap<string, CellVerdict> => {
  const report: Report = JSON.parse(stdout)
  return new Map(report.suites.flatMap(({ cells }) => cells.map((cell) => [cell.name, cell])))
}

describe.skipIf(Bun.which("python3") === null)("an agent of the user's own", () => {
  test("is judged like the built-in one, and is not run again in a replay (this needs python3)", async () => {
    await using place = await studio({ scripts })
    const log = join(place.folder, "log")
    const env = { DRIVER_LOG: log }
    const recorded = await place.run(suite, ["--record", ...json], { env })
    assert.equal(recorded.code, 1, recorded.stdout + recorded.stderr)
    assert.deepEqual(readFileSync(log, "utf8").split("\n").toSorted(), ["", "async", "async", "effect", "effect"])

    const cells = cellsOf(recorded.stdout)
    for (const [city, verdict] of [
      ["Sacramento", "pass"],
      ["Atlantis", "fail"]
    ] as const) {
      const builtIn = cells.get(`built in in ${city}`)
      assert.equal(builtIn?.verdict, verdict)
      for (const kind of ["async", "effect", "python"]) {
        const cell = cells.get(`${kind} in ${city}`)
        assert.deepEqual(cell?.gates, builtIn?.gates, kind)
        assert.deepEqual(cell?.runs, builtIn?.runs, kind)
      }
    }

    rmSync(log)
    assert.deepEqual(await place.run(suite, json, { env, runtime: "sealed" }), { ...recorded, stderr: "" })
    assert.ok(!existsSync(log))
  })
})

test("an agent that says what did not happen is red where the world is looked at, and nowhere else", () => {
  const { code, stdout } = run("suites/invoice.ts", json)
  assert.equal(code, 1)
  const [cell] = cellsOf(stdout).values()
  const red = cell?.runs.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict !== "pass")) ?? []
  assert.deepEqual(
    red.map(({ actual, expected, target }) => [target, actual, expected]),
    [["observations.invoice.structured.refunded", 0, "at least 80"]]
  )
})
