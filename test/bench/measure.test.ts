import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Contestant, interleave } from "../../bench/measure/interleave.ts"
import { meter } from "../../bench/measure/meter.ts"
import { misjudged, type Trials } from "../../bench/measure/vouch.ts"
import type { Workload } from "../../bench/workload/write.ts"

const work = (count: number): Workload => ({ count, folder: "", files: "", lines: "" })
const shell = (name: string, script: (work: Workload) => string): Contestant => ({
  name,
  command: (given) => ({ argv: ["sh", "-c", script(given)], cwd: "." })
})

describe("a command that is measured", () => {
  test("ends with its own exit code, and leaves its last words", async () => {
    const { exit, said } = await meter({ argv: ["sh", "-c", "echo so be it; exit 7"], cwd: "." })
    assert.deepEqual([exit, said], [7, "so be it"])
  })

  test("has the memory of its largest process counted, and not that of the benchmark", async () => {
    const child = "b = bytearray(200_000_000)"
    const [small, large] = [
      await meter({ argv: ["sh", "-c", ":"], cwd: "." }),
      await meter({ argv: ["sh", "-c", `python3 -c '${child}'; exit 0`], cwd: "." })
    ]
    assert.ok(small.megabytes < 40, `${small.megabytes} MB`)
    assert.ok(large.megabytes > 200, `${large.megabytes} MB`)
  })

  test("finds no cache from before, and none of the caller's settings", async () => {
    process.env.PASSHAT_MODE = "record"
    const { said } = await meter({ argv: ["sh", "-c", 'ls "$XDG_CACHE_HOME" 2>&1; echo "[$PASSHAT_MODE]"'], cwd: "." })
    delete process.env.PASSHAT_MODE
    assert.match(said, /No such file[^]*\[\]$/)
  })
})

describe("contestants that take turns", () => {
  test("are measured as often as was asked, one after the other", async () => {
    const lines: Array<string> = []
    const contestants = [shell("a", () => "exit 0"), shell("b", () => "exit 0")]
    const rows = await interleave(contestants, work(4), { repeats: 2, progress: (line) => lines.push(line) })
    assert.deepEqual(
      rows.map(({ contestant, count, megabytes, seconds }) => [contestant, count, seconds.length, megabytes.length]),
      [
        ["a", 4, 2, 2],
        ["b", 4, 2, 2]
      ]
    )
    assert.deepEqual(
      lines.map((line) => line.replace(/,[^,]*,[^,]*$/, "")),
      [1, 1, 2, 2].map((round, at) => `4 traces, round ${round} of 2: ${"ab"[at % 2]}`)
    )
  })

  test("have no numbers when they fail, and are not asked again", async () => {
    const [row] = await interleave([shell("a", () => "echo no room; exit 2")], work(4), {
      repeats: 3,
      progress: () => {}
    })
    assert.deepEqual(row, {
      contestant: "a",
      count: 4,
      seconds: [],
      cpu: [],
      megabytes: [],
      failure: "exit 2: no room"
    })
  })
})

describe("a contestant", () => {
  const rounds = { repeats: 1, progress: () => {} }

  test("that has to find fault is measured when it does, and not when it passes", async () => {
    const [red, green] = await interleave(
      [
        { ...shell("red", () => "exit 1"), exit: 1 as const },
        { ...shell("green", () => "exit 0"), exit: 1 as const }
      ],
      work(1),
      rounds
    )
    assert.deepEqual([red?.seconds.length, red?.failure], [1, undefined])
    assert.deepEqual([green?.seconds.length, green?.failure], [0, "exit 0: "])
  })

  test("with a cache of its own fills it in a turn that is not measured", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-"))
    const file = join(folder, "turns")
    const [row] = await interleave([{ ...shell("a", () => `echo turn >> ${file}`), hasCache: true }], work(1), rounds)
    assert.equal(row?.seconds.length, 1)
    assert.equal(readFileSync(file, "utf8"), "turn\nturn\n")
    rmSync(folder, { recursive: true })
  })
})

describe("a contestant is trusted", () => {
  const trials: Trials = {
    good: work(0),
    bad: { "no-refund": work(1), "wrong-order": work(2), "too-many-tokens": work(3) }
  }

  test("when it tells good traces from each kind of bad ones", async () => {
    assert.deepEqual(
      await misjudged(
        shell("honest", ({ count }) => `exit ${count}`),
        trials
      ),
      []
    )
  })

  test("not when it passes whatever it is given", async () => {
    assert.deepEqual(
      await misjudged(
        shell("blind", () => "exit 0"),
        trials
      ),
      [
        "it passes a trace that is spoilt: no-refund",
        "it passes a trace that is spoilt: wrong-order",
        "it passes a trace that is spoilt: too-many-tokens"
      ]
    )
  })

  test("not when it fails whatever it is given", async () => {
    assert.deepEqual(
      await misjudged(
        shell("broken", () => "echo no such file; exit 1"),
        trials
      ),
      ["it fails good traces with exit 1: no such file"]
    )
  })
})
