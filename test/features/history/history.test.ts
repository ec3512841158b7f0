/**
 * `--history` and `passhat history`, as processes.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { type Trend, Trends } from "../../../src/base/domain/verdict/History.ts"
import { BLOCK, cellOfBlock, isPlain } from "../html/cellsOfPage.ts"
import { casesOn, everyRuntime } from "../../app/everyRuntime.ts"
import { type Finished, passhatOn, root, startPasshat } from "../../app/project.ts"

/** Several processes, on a machine that may be busy. */
setDefaultTimeout(240_000)

let folder = ""
const [weather, red] = [join(root, "suites/weather.ts"), join(root, "suites/red.ts")]
const env = { SOURCE_DATE_EPOCH: "1700000000" }

const passhat = (...args: ReadonlyArray<string>): Finished => passhatOn("bun", args, { cwd: folder, env })

/** The lines of all months. */
const rowsIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(join(folder, directory))
    .filter((name) => /^\d.*\.jsonl$/.test(name))
    .toSorted()
    .flatMap((name) => linesOf(join(directory, name)))

const cellsIn = (directory: string): ReadonlyArray<string> => linesOf(join(directory, "cells.jsonl"))

const linesOf = (file: string): ReadonlyArray<string> =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "passhat-history-"))
  for (const [name, suite] of [
    ["weather", weather],
    ["red", red]
  ] as const) {
    passhat("run", suite, "--with-traces", "--reporter", `json=${name}.json`)
  }
  passhat("run", weather, "--reporter", "json=untraced.json")
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("a history", () => {
  test("gets a line a cell, in the file of the month and once only, and each cell once; the same bytes on every runtime", () => {
    const texts = everyRuntime.map((runtime) => {
      const directory = `by-${runtime}`
      for (const suites of casesOn(runtime, [[weather, red], [weather]])) {
        passhatOn(runtime, ["run", ...suites, "--quiet", "--history", directory], { cwd: folder, env })
      }
      return [...rowsIn(directory), ...cellsIn(directory)].join("\n")
    })
    assert.equal(new Set(texts).size, 1)
    assert.equal(texts[0]?.split("\n").length, 4)
    for (const suite of ["red", "weather"]) {
      const row = new RegExp(
        `^\\{"at":"2023-11-14T22:13:20\\.000Z","id":"[0-9a-f]{32}","row":\\{"cell":"(${suite}/[^"#]*)#([0-9a-f]{16})"`,
        "m"
      )
      const [, id, digits] = row.exec(texts[0] ?? "") ?? []
      assert.match(texts[0] ?? "", new RegExp(`^\\{"id":"${digits}[0-9a-f]{16}","cell":\\{"cell":"${id}",`, "m"))
    }
  })

  test("takes a report that was kept, which adds nothing to a history that has it from the run itself", () => {
    assert.equal(passhat("run", weather, "--quiet", "--history", "kept").code, 0)
    const known = passhat("history", "add", "weather.json", "--history", "kept")
    assert.deepEqual([known.code, known.stdout], [0, "kept/2023-11.jsonl: 0 rows added, 1 known before\n"])
    const other = passhatOn("bun", ["history", "add", "weather.json", "red.json", "--history", "kept"], {
      cwd: folder,
      env: { SOURCE_DATE_EPOCH: "1710000000" }
    })
    assert.equal(
      other.stdout,
      "kept/2024-03.jsonl: 0 rows added, 1 known before\nkept/2024-03.jsonl: 1 row added, 0 known before\n"
    )
    assert.deepEqual([rowsIn("kept").length, cellsIn("kept").length], [2, 2])
  })

  test("is shown as a table and as JSON, for all cells or some", () => {
    passhat("history", "add", "weather.json", "red.json")
    const shown = passhat("history")
    assert.equal(shown.code, 0, shown.stderr)
    assert.match(
      shown.stdout,
      /^weather > asks for the weather +1 +2023-11-14 +2023-11-14 +5\/5 \(0\.57 to 1\.00\) +█$/m
    )
    assert.match(
      shown.stdout,
      /^2 cells, 0 worse; a cell that never changes is ever called worse with a chance of at most 0\.01$/m
    )
    const { cells } = Schema.decodeUnknownSync(Trends)(
      JSON.parse(passhat("history", "--json", "--filter", "red").stdout)
    )
    assert.deepEqual(
      cells.map(({ name, points }) => [name, points[0]?.rate?.passes, points[0]?.rate?.runs]),
      [["wanders off", 2, 5]]
    )
  })

  test("is drawn on the page of the run that adds to it, and on that of a report, to which nothing is added", () => {
    const page = (name: string): ReadonlyArray<Trend> =>
      [...readFileSync(join(folder, name), "utf8").matchAll(BLOCK)].flatMap(([, open = "", block = ""]) =>
        isPlain(open) ? [] : [cellOfBlock(block)["trend"] as unknown as Trend]
      )
    const drawn = passhat("run", weather, "--quiet", "--history", "drawn", "--reporter", "html=drawn.html")
    assert.equal(drawn.code, 0, drawn.stderr)
    assert.equal(page("drawn.html")[0]?.points.length, 1)
    const before = rowsIn("drawn")
    const shown = passhat("report", "weather.json", "--history", "drawn", "--reporter", "html=shown.html")
    assert.equal(shown.code, 0, shown.stderr)
    assert.deepEqual(page("shown.html"), page("drawn.html"))
    assert.deepEqual(rowsIn("drawn"), before)
  })

  test("that a page cannot draw is exit 2: no page, no history, another one, a damaged one", () => {
    passhat("history", "add", "red.json", "--history", "red-only")
    mkdirSync(join(folder, "spoilt"))
    writeFileSync(join(folder, "spoilt/2023-11.jsonl"), "{}\n")
    const report = (directory: string, ...rest: ReadonlyArray<string>): Finished =>
      passhat("report", "weather.json", "--history", directory, ...rest)
    const html = ["--reporter", "html=none.html"]
    for (const [done, message] of [
      [report("red-only"), /^--history red-only is shown by html, and no such reporter is asked for\./],
      [report("nowhere", ...html), /^There is no history in nowhere\./],
      [report("red-only", ...html), /^The history in red-only has no cell of this report\./],
      [report("spoilt", ...html), /^spoilt\/2023-11\.jsonl:1: it is not a row that passhat wrote\./]
    ] as const) {
      assert.equal(done.code, 2, done.stdout)
      assert.match(done.stderr, message)
    }
    assert.equal(existsSync(join(folder, "none.html")), false)
  })

  test("has both lines if two processes write at once", async () => {
    const writers = ["weather.json", "red.json", "weather.json", "red.json"].map((report) =>
      startPasshat("bun", ["history", "add", report, "--history", "at-once"], { cwd: folder, env })
    )
    const codes = await Promise.all(writers.map(async ({ finished }) => (await finished).code))
    assert.deepEqual(codes, [0, 0, 0, 0])
    assert.deepEqual([rowsIn("at-once").length, cellsIn("at-once").length], [2, 2])
    assert.deepEqual(readdirSync(join(folder, "at-once")).toSorted(), [
      ".gitattributes",
      "2023-11.jsonl",
      "cells.jsonl"
    ])
  })

  test("keeps the lines of both branches when git merges them", () => {
    const git = (...args: ReadonlyArray<string>): void => {
      const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
      const done = spawnSync("git", [...identity, ...args], { cwd: join(folder, "branches"), encoding: "utf8" })
      assert.equal(done.status, 0, `${args.join(" ")}: ${done.stdout}${done.stderr}`)
    }
    const commit = (message: string): void => {
      git("add", ".")
      git("commit", "-qm", message)
    }
    const add = (report: string): void => {
      assert.equal(passhat("history", "add", report, "--history", "branches/history").code, 0)
    }
    mkdirSync(join(folder, "branches"))
    git("init", "-q", "-b", "main")
    add("weather.json")
    for (const file of ["2023-11.jsonl", "cells.jsonl"]) writeFileSync(join(folder, "branches/history", file), "")
    commit("begin")
    git("checkout", "-qb", "other")
    add("red.json")
    commit("red")
    git("checkout", "-q", "main")
    add("weather.json")
    commit("weather")
    git("merge", "-q", "-m", "both", "other")
    assert.deepEqual([rowsIn("branches/history").length, cellsIn("branches/history").length], [2, 2])
    assert.equal(passhat("history", "--history", "branches/history").code, 0)
  })
})

describe("what is wrong with a history", () => {
  /** A history of one row, to be spoilt. */
  const fresh = (name: string): string => {
    cpSync(join(folder, "fresh"), join(folder, name), { recursive: true })
    return join(folder, name, "2023-11.jsonl")
  }
  beforeAll(() => {
    assert.equal(passhat("history", "add", "weather.json", "--history", "fresh").code, 0)
  })

  test("is named with file and line: a line that was cut, edited, or written by something else; nothing is added then", () => {
    const spoilt: Readonly<Record<string, (text: string) => string>> = {
      cut: (text) => text + text.slice(0, 200),
      edited: (text) => text + text.replace('"ppppp"', '"pppff"'),
      conflict: (text) => `${text}<<<<<<< HEAD\n`,
      foreign: (text) => `${text}{"format":"passhat-baseline"}\n`,
      day: (text) => text + text.replace(/2023-11-\d\d/, "2023-11-31"),
      empty: (text) => `${text}\n`
    }
    for (const [name, spoil] of Object.entries(spoilt)) {
      const file = fresh(name)
      const text = spoil(readFileSync(file, "utf8"))
      writeFileSync(file, text)
      for (const done of [
        passhat("history", "--history", name),
        passhat("history", "add", "red.json", "--history", name),
        passhat("run", weather, "--history", name)
      ]) {
        assert.equal(done.code, 2, name)
        assert.match(done.stderr, new RegExp(`^${name}/2023-11\\.jsonl:2: .*is not a row that passhat wrote\\.`))
        assert.equal(done.stdout, "")
      }
      assert.equal(readFileSync(file, "utf8"), text)
    }
  })

  test("is named with file and line if it has a row of the future: of the year 3000, which would be the newest for ever", () => {
    passhat("history", "add", "weather.json", "--history", "future")
    const [first = ""] = rowsIn("future")
    writeFileSync(join(folder, "future/3000-01.jsonl"), `${first.replace("2023-11-14", "3000-01-14")}\n`)
    for (const done of [passhat("history", "--history", "future"), passhat("run", weather, "--history", "future")]) {
      assert.equal(done.code, 2)
      assert.match(done.stderr, /^future\/3000-01\.jsonl:1: its time is in the future\. Set the clock /)
    }
  })

  test("is named if cells are gone, edited or cut, and nothing is added; cells without rows are no harm, and not added again", () => {
    const spoilt: Readonly<Record<string, readonly [spoil: (text: string) => string, message: RegExp]>> = {
      gone: [() => "", /^gone\/2023-11\.jsonl:1: it names a cell that cells\.jsonl beside it does not have\. Restore/],
      judged: [
        (text) => text.replace(/"gates":"./, '"gates":"-'),
        /^judged\/cells\.jsonl:1: it is not a cell that passhat wrote\. Restore the file\./
      ],
      short: [(text) => text.slice(0, -3), /^short\/cells\.jsonl:1: the line is cut off, or it is not a cell/]
    }
    for (const [name, [spoil, message]] of Object.entries(spoilt)) {
      const [month, cells] = [fresh(name), join(folder, name, "cells.jsonl")]
      const before = readFileSync(month, "utf8")
      writeFileSync(cells, spoil(readFileSync(cells, "utf8")))
      for (const args of [[], ["add", "red.json"]]) {
        const done = passhat("history", ...args, "--history", name)
        assert.deepEqual([done.code, done.stdout], [2, ""], name)
        assert.match(done.stderr, message)
      }
      assert.equal(readFileSync(month, "utf8"), before)
    }
    writeFileSync(fresh("rowless"), "")
    assert.match(passhat("history", "--history", "rowless").stderr, /^There is no history in rowless\./)
    assert.equal(passhat("history", "add", "weather.json", "--history", "rowless").code, 0)
    assert.deepEqual([rowsIn("rowless").length, cellsIn("rowless").length], [1, 1])
    assert.equal(passhat("history", "--history", "rowless").code, 0)
  })

  test("a history that cannot be written is exit 2, also for suites that pass", () => {
    writeFileSync(join(folder, "file"), "")
    const done = passhat("run", weather, "--quiet", "--history", "file")
    assert.equal(done.code, 2, done.stdout)
    assert.match(done.stderr, /^The history file cannot be read \(ENOTDIR\)\./)
    cpSync(join(folder, "weather.json"), join(folder, "file/../nested.json"))
    const below = passhat("history", "add", "nested.json", "--history", "file/below")
    assert.equal(below.code, 2)
    assert.match(below.stderr, /^The history .*(cannot be read|could not be written)/)
  })

  test("reports that lack what a history needs are refused with a sentence", () => {
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
      [
        ["history", "add", "untraced.json"],
        /^untraced\.json has no trace of asks for the weather, run #1, .*--with-traces/
      ],
      [["history", "add"], /^passhat history add names no report\./],
      [["history", "ad", "weather.json"], /^passhat history does not know "ad"\./],
      [["history", "add", "nowhere.json"], /^nowhere\.json does not exist\./],
      [["history", "--history", "nowhere"], /^There is no history in nowhere\./],
      [["history", "--confidence", "1"], /^--confidence is 1\./],
      [["run", weather, "--live-tools", "--history", "x"], /^--history keeps what agents did, and --live-tools replays/]
    ]
    for (const [args, message] of cases) {
      const done = passhat(...args)
      assert.equal(done.code, 2, args.join(" "))
      assert.match(done.stderr, message)
    }
    fresh("one")
    assert.match(passhat("history", "--history", "one", "--filter", "nothing").stderr, /^No cell of the history/)
    appendFileSync(join(folder, "one/notes.txt"), "not looked at")
    assert.equal(passhat("history", "--history", "one").code, 0)
  })
})
