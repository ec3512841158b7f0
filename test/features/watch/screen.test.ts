/**
 * What is on the screen of a terminal while agents run, as tmux(1) shows it.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { held, status } from "../../standin/faults.ts"
import { studio } from "../../app/live/studio.ts"
import { runtimes } from "../../app/project.ts"
import { hasTmux, type Size, tmux } from "./tmux.ts"

setDefaultTimeout(120_000)

if (!hasTmux) console.log("There is no tmux(1) here, so no screen is read.")

const LARGE: Size = { columns: 120, rows: 30 }

/** The name of the agent, which must not reach the terminal as it is. */
const NAME = "finds\\n\\u{1b}[2J\\u{1b}[H界"

interface Scene {
  readonly size?: Size
  readonly runs?: number
  readonly afterMs?: number
  readonly runtime?: "bun" | "deno" | "node"
}

/** The first answer of every run comes when `answer` is called, that of its tool when `open` is, then a refusal for a while. */
const scene = async ({ afterMs = 0, runs = 3, runtime = "bun", size = LARGE }: Scene = {}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const place = await studio({
    scripts: () => [
      {
        turns: [
          { calls: [{ server: "parcels", name: "find", args: {} }], usage: { input: 10, output: 5 } },
          { text: "It is there.", usage: { input: 20, output: 5 } }
        ]
      }
    ],
    faults: (number) => {
      if (number <= runs) return held(promise)
      return number <= 2 * runs ? status(429, { "retry-after": "8" }) : undefined
    }
  })
  const gate = join(place.folder, "gate")
  const flags = [
    "--record",
    "--concurrency",
    String(runs),
    "--cassettes",
    join(place.folder, "cassettes"),
    "--no-color"
  ]
  const command = [...runtimes[runtime], "test/app/live/suites/waiting.ts", ...flags].join(" ")
  const env = { ...place.env, AFTER_MS: String(afterMs), GATE: gate, RUNS: String(runs) }
  const terminal = tmux(command, env, size)
  return {
    ...terminal,
    answer: () => resolve(),
    open: () => writeFileSync(gate, ""),
    [Symbol.asyncDispose]: async () => {
      terminal[Symbol.dispose]()
      await place[Symbol.asyncDispose]()
    }
  }
}

/** Three runs that all wait for the same, one below the other. */
const waits = (what: string): RegExp => new RegExp(`(?:[^\\n]* #\\d +${what}\\b[^\\n]*(?:\\n|$)){3}`)

/** The lines of a screen, without the seconds of its waits. */
const linesOf = (screen: string): ReadonlyArray<string> =>
  screen.split("\n").map((line) => line.replace(/ +(?:\d+m )?\d+s\b/, "").replace(/ +/g, " "))

/** Tmux breaks lines and moves them before it tells of the new size: what is drawn in between is in the wrong place. */
const inThreeTries = (resized: () => Promise<void>): Promise<void> => resized().catch(resized).catch(resized)

describe.concurrent.skipIf(!hasTmux)("the screen", () => {
  test.each(["bun", "deno", "node"] as const)(
    "on %s names the model, the tool and the back-off that each run waits for, and is clean at the end",
    async (runtime) => {
      await using its = await scene({ runtime })
      const asked = linesOf(await its.until(waits("model")))
      assert.equal(asked[0], "before")
      assert.match(asked[1] ?? "", /^░{20} 0% 0 of 3 runs, 0 tokens$/)
      assert.deepEqual(
        asked.slice(2),
        [1, 2, 3].map((run) => ` ${NAME} #${run} model`)
      )
      its.answer()
      const called = linesOf(await its.until(waits("tool parcels/find")))
      assert.deepEqual(
        called.slice(-3),
        [1, 2, 3].map((run) => ` ${NAME} #${run} tool parcels/find 15 tokens $0.0200`)
      )
      assert.match(called.at(-4) ?? "", /0 of 3 runs, 45 tokens, \$0\.0600$/)
      its.open()
      const waited = linesOf(await its.until(waits("back-off")))
      assert.deepEqual(
        waited.slice(-3),
        [1, 2, 3].map((run) => ` ${NAME} #${run} back-off 15 tokens $0.0200`)
      )
      const end = await its.until(/exit code 0/)
      assert.equal(end.match(/asked for a parcel\nhalf a line/g)?.length, 3)
      assert.doesNotMatch(end, /[░█]{20}|back-off|tokens/)
      assert.match(end, /^before\n/)
      assert.match(
        end,
        /0 failed · 0 undecided · 1 passed \(1 cell, 3 runs\) · runs: 0 failed, 0 undecided, 3 passed\ncost \$0\.1500 for 3 runs\nPASS\nexit code 0$/
      )
    }
  )

  test("a small one has one line, which counts what runs wait for", async () => {
    await using its = await scene({ size: { columns: 99, rows: 30 } })
    const lines = linesOf(await its.until(/3 model: /))
    assert.equal(lines.length, 2)
    assert.match(lines[1] ?? "", /^░{20} 0% 0 of 3 runs, 0 tokens 3 model: finds/)
  })

  test("that is resized shows each line once, and nothing of the lines before", async () => {
    await inThreeTries(async () => {
      await using its = await scene()
      await its.until(waits("model"))
      // All lines are wider, so that they are broken. Tmux may move what is above them out of sight.
      its.resize({ columns: 30, rows: 30 })
      await its.until(/^(?:before\n)?░{20} 0%[^\n]*\.\.\.$/, 15_000)
      for (const size of [LARGE, { columns: 105, rows: 9 }]) {
        its.resize(size)
        await its.until(/^(?:before\n)?░{20} 0%[^\n]*tokens\n(?:[^\n]* #\d +model[^\n]*(?:\n|$)){3}$/, 15_000)
      }
    })
  })

  test("that has fewer rows than there are runs counts the others, also when it becomes lower", async () => {
    await inThreeTries(async () => {
      await using its = await scene({ size: { columns: 120, rows: 11 }, runs: 12 })
      const lines = linesOf(await its.until(/#8 +model[^\n]*\n {2}\.\.\. and 4 more$/))
      assert.deepEqual([lines.length, lines[0]], [11, "before"])
      its.resize({ columns: 120, rows: 9 })
      assert.equal(linesOf(await its.until(/#6 +model[^\n]*\n {2}\.\.\. and 6 more$/, 15_000)).length, 8)
    })
  })

  test("after Ctrl-C has nothing of it left", async () => {
    await using its = await scene()
    await its.until(waits("model"))
    its.press("C-c")
    const end = await its.until(/exit code 130/)
    assert.match(end, /^before\n(?:.*\n)*0 failed · 1 undecided · 0 passed \(1 cell, 3 runs\)/)
    assert.doesNotMatch(end, /[░█]{20}| model /)
  })

  test("after a second Ctrl-C, while a hook hangs, has nothing of it left", async () => {
    await using its = await scene({ afterMs: 100_000 })
    await its.until(waits("model"))
    its.press("C-c")
    // Signals that follow at once count as one.
    await its.until(/ hook +\d+s/)
    its.press("C-c")
    assert.equal(await its.until(/exit code 130/), "before\nexit code 130")
  })
})
