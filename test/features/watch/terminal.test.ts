/**
 * The output of suites in a real terminal, made by script(1).
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { studio } from "../../app/live/studio.ts"
import { project, root, run, runtimes } from "../../app/project.ts"

setDefaultTimeout(60_000)

const hasScript = spawnSync("script", ["--version"]).status === 0
if (!hasScript) console.log("There is no script(1) here, so nothing is tried in a terminal.")

const ESCAPE = String.fromCodePoint(27)
const PAINT = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g")
/** Back to the start of the line, and nothing is left on it. */
const CLEARED = `\r${ESCAPE}[K`

/** All that a terminal of so many columns is sent, with the lines as the program ended them. */
const inTerminal = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  columns = 100
): Promise<string> =>
  new Promise((resolve) => {
    const command = [...runtimes.bun, ...args].map((word) => `'${word}'`).join(" ")
    const { CI: _ci, COLUMNS: _columns, FORCE_COLOR: _forced, NO_COLOR: _none, ...inherited } = process.env
    const child = spawn("script", ["-qec", `stty cols ${columns}; ${command}`, "/dev/null"], {
      cwd: root,
      env: { ...inherited, TERM: "xterm", ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const chunks: Array<Buffer> = []
    child.stdout.on("data", (chunk) => chunks.push(chunk))
    child.once("close", () => resolve(Buffer.concat(chunks).toString("utf8").replaceAll("\r\n", "\n")))
  })

/** The report of the red suite, as to a pipe. */
const piped = run("suites/red.ts").stdout

/** What is on the screen at the end. */
const left = (sent: string): string => sent.split(CLEARED).at(-1) ?? ""

describe.concurrent.skipIf(!hasScript)("in a terminal", () => {
  test("a replay shows a line that it clears, and prints the same report as to a pipe, in colour", async () => {
    const sent = await inTerminal(["suites/red.ts"], {}, 400)
    assert.ok(sent.startsWith(`loading suites ...${CLEARED}`))
    assert.ok(left(sent).includes(`${ESCAPE}[1;31mFAIL  wanders off #2`))
    assert.equal(left(sent).replaceAll(PAINT, ""), piped)
  })

  test("a long replay shows its progress, and prints the same report as to a pipe", async () => {
    using user = project()
    const RUNS = 10_000
    user.edit("suites/weather.ts", (text) => text.replace("runs(5)", `runs(${RUNS})`))
    user.editRecording("cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl", (text) => {
      const [header, first = ""] = text.split("\n")
      const lines = Array.from({ length: RUNS }, (_, at) => first.replace('"index":1,', `"index":${at + 1},`))
      return [header, ...lines, ""].join("\n")
    })
    const file = `${user.folder}/suites/weather.ts`
    const sent = await inTerminal([file, "--no-color"], {}, 400)
    const progress = sent.slice(0, sent.lastIndexOf(CLEARED))
    const shown = [...progress.matchAll(/ (\d+) of 10000 runs, (\d+) tokens/g)].map((one) => one.slice(1).map(Number))
    const counts = shown.map(([runs = 0]) => runs)
    assert.ok(new Set(counts).size > 2, `${counts}`)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b)
    )
    const [, [runs = 0, tokens = 0] = []] = shown.filter(([done = 0]) => done > 0)
    assert.equal(tokens % runs, 0, "every run cost the same")
    assert.equal(left(sent), user.run("suites/weather.ts").stdout)
  })

  test("NO_COLOR and --no-color turn off colours", async () => {
    for (const sent of [
      await inTerminal(["suites/red.ts"], { NO_COLOR: "1" }, 400),
      await inTerminal(["suites/red.ts", "--no-color"], {}, 400)
    ]) {
      assert.equal(left(sent), piped)
    }
  })

  test("lines are as wide as the terminal, or as COLUMNS if it is set", async () => {
    const wide = await inTerminal(["suites/red.ts"], { NO_COLOR: "1" }, 70)
    const asked = await inTerminal(["suites/red.ts"], { NO_COLOR: "1", COLUMNS: "70" }, 400)
    assert.equal(left(wide), left(asked))
    assert.notEqual(left(wide), piped)
    assert.equal(run("suites/red.ts", [], { env: { COLUMNS: "70" } }).stdout, left(wide))
    const evidence = left(wide)
      .split("\n")
      .filter((line) => line.startsWith("          ") && !/again: |\{/.test(line))
    assert.ok(evidence.length > 20 && evidence.every((line) => line.length <= 70))
  })

  test("passhat shows that it loads before it loads suites, and replaces that line by an error", async () => {
    assert.match(await inTerminal(["dist/doors/passhat.js", "run", "suites/weather.ts"]), /^loading suites \.\.\.\r/)
    const sent = await inTerminal(["dist/doors/passhat.js", "run", "suites/nowhere.ts"])
    assert.ok(sent.startsWith(`loading suites ...${CLEARED}`))
    assert.match(left(sent), /nowhere/)
  })

  test("--quiet shows no progress", async () => {
    assert.equal(await inTerminal(["suites/weather.ts", "--quiet", "--no-color"]), "PASS\n")
  })

  test("a live run shows its progress and its red runs on one line, and clears it", async () => {
    await using place = await studio({
      scripts: () => [{ turns: [{ text: "Hi.", stop_reason: "max_tokens", usage: { input: 10, output: 2 } }] }]
    })
    const sent = await inTerminal(
      [
        "test/app/live/suites/greeting.ts",
        "--record",
        "--concurrency",
        "1",
        "--cassettes",
        `${place.folder}/c`,
        "--no-color"
      ],
      place.env
    )
    const progress = sent.slice(0, sent.lastIndexOf(CLEARED))
    assert.doesNotMatch(progress, /\n/)
    assert.match(progress, /\r░{20} 0% {2}0 of 8 runs, 0 tokens/)
    assert.doesNotMatch(left(sent), /[░█]{20}/)
    assert.match(left(sent), /8 runs\) · runs: 8 failed, 0 undecided, 0 passed/)
  })
})
