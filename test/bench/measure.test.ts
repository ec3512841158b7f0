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
  test("gives its exit code and its last output", async () => {
    const { exit, said } = await meter({ argv: ["sh", "-c", "echo so be it; exit 7"], cwd: "." })
    assert.deepEqual([exit, said], [7, "so be it"])
  })

  test("gives the memory of its largest process, and not that of the benchmark", async () => {
    const child = "b = bytearray(200_000_000)"
    const [small, large] = [
      await meter({ argv: ["sh", "-c", ":"], cwd: "." }),
      await meter({ argv: ["sh", "-c", `python3 -c '${child}'; exit 0`], cwd: "." })
    ]
    assert.ok(small.megabytes < 40, `${small.megabytes} MB`)
    assert.ok(large.megabytes > 200, `${large.megabytes} MB`)
  })

  test("has an empty cache and no setting of the caller", async () => {
    process.env.PASSHAT_MODE = "record"
    const { said } = await meter({ argv: ["sh", "-c", 'ls "$XDG_CACHE_HOME" 2>&1; echo "[$PASSHAT_MODE]"'], cwd: "." })
    delete process.env.PASSHAT_MODE
    assert.match(said, /No such file[^]*\[\]$/)
  })
})

describe("interleaved contestants", () => {
  test("are measured the given number of times, one after the other", async () => {
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

  test("have no numbers if they fail, and are not started again", async () => {
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

  test("that has to exit with 1 is measured if it does, and not if it passes", async () => {
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

  test("with a cache fills it in a turn that is not measured", async () => {
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

  test("if it passes good traces and fails each kind of bad ones", async () => {
    assert.deepEqual(
      await misjudged(
        shell("honest", ({ count }) => `exit ${count}`),
        trials
      ),
      []
    )
  })

  test("not if it passes all traces", async () => {
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

  test("not if it fails all traces", async () => {
    assert.deepEqual(
      await misjudged(
        shell("broken", () => "echo no such file; exit 1"),
        trials
      ),
      ["it fails good traces with exit 1: no such file"]
    )
  })
})
