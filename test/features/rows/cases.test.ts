import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { csv, MODELS, rows, source, SUITE, TABLE, ticketsProject } from "./tickets.ts"

setDefaultTimeout(240_000)

let user: Awaited<ReturnType<typeof ticketsProject>>
beforeAll(async () => {
  user = await ticketsProject()
  const { code, stderr } = await user.passhat(["run", SUITE, "--record", "--concurrency", "8", "--quiet"])
  assert.equal(code, 1, stderr)
  const names = ["agent", "github", "html", "json", "junit", "markdown", "ndjson", "otlp"]
  const args = names.map((name) => `--reporter=${name}=reports/${name}`)
  const replayed = await user.passhat(["run", SUITE, "--reporter=pretty", ...args], "bun", { COLUMNS: "80" })
  assert.equal(replayed.code, 1, replayed.stderr)
  user.write("reports/pretty", replayed.stdout)
})
afterAll(() => user[Symbol.asyncDispose]())

/** What a reporter says of the replay. */
const printed = (reporter: string): string => user.read(`reports/${reporter}`)

const RED = [5, 1, 8, 15, 22, 29].map((ticket) => rows[ticket - 1]?.name ?? "")
const totals = {
  [MODELS[0]]: "29 of 30 cases passed; 145 of 150 runs passed: 96.6 %, with 95 % confidence 82.9 to 99.5 %",
  [MODELS[1]]: "24 of 30 cases passed; 135 of 150 runs passed: 90.0 %, with 95 % confidence 78.9 to 95.6 %"
}

describe("thirty cases on two models, five runs each", () => {
  test("pretty has a line for each case, with a name of its own, on a terminal of 80 columns", () => {
    const stdout = printed("pretty")
    const [, table = ""] = stdout.split(`  ${TABLE}\n`)
    const lines = table.split("\n").slice(1, 31)
    assert.ok(stdout.split("\n").every((line) => line.length <= 80 || /again:|FAIL  \d+ runs/.test(line)))
    assert.equal(new Set(lines.map((line) => line.slice(0, 45))).size, 30)
    assert.equal(lines.filter((line) => /PASS 5\/5 +PASS 5\/5$/.test(line)).length, 24)
    assert.deepEqual(
      lines.slice(0, 6).map((line) => line.trim().split(/ {2,}/).slice(1)),
      [
        ["PASS 5/5", "FAIL 3/5"],
        ["FAIL 0/5", "FAIL 0/5"],
        ["PASS 5/5", "FAIL 3/5"],
        ["PASS 5/5", "FAIL 3/5"],
        ["PASS 5/5", "FAIL 3/5"],
        ["PASS 5/5", "FAIL 3/5"]
      ]
    )
    for (const [model, text] of Object.entries(totals)) {
      assert.ok(stdout.replaceAll(/\n +/g, " ").includes(`${model}: ${text}`))
    }
  })

  test("markdown, agent, github and junit have the totals of each model and name what is red", () => {
    for (const reporter of ["markdown", "agent", "github", "junit"]) {
      const text = printed(reporter)
      for (const total of Object.values(totals)) assert.ok(text.includes(total), `${reporter}: ${total}`)
    }
    const markdown = printed("markdown")
    for (const { name } of rows) assert.ok(markdown.includes(`| \`${name}\` | `))
    for (const name of RED) assert.ok(printed("agent").includes(`${name}: ${MODELS[0]} `))
  })

  test("json and ndjson have the table as data, and so has the last report of the page", () => {
    const { suites } = JSON.parse(printed("json"))
    const [table] = suites[0].case_tables
    assert.deepEqual([table.table, table.columns.map(({ model }: { model: string }) => model)], [TABLE, MODELS])
    assert.deepEqual(table.columns[0].red, RED.slice(0, 1))
    assert.deepEqual(new Set(table.columns[1].red), new Set(RED))
    assert.deepEqual(suites[0].cells[2].case, { table: TABLE, row: rows[1]?.name, line: 3 })
    const events = printed("ndjson")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepEqual(events.find(({ event }) => event === "suite-finished").case_tables, suites[0].case_tables)
    assert.deepEqual(events.find(({ event }) => event === "cell-finished").case, suites[0].cells[0].case)
    assert.ok(printed("html").includes('"tables":[{"columns":'))
    assert.ok(printed("otlp").includes(`"key":"passhat.case","value":{"stringValue":"${rows[0]?.name}"}`))
  })

  test("the report is the same on every runtime", async () => {
    const bun = printed("json")
    for (const runtime of ["deno", "node"] as const) {
      assert.equal((await user.passhat(["run", SUITE, "--reporter", "json"], runtime)).stdout, bun, runtime)
    }
  })

  test("the reports of two shards are put together with the table of all", async () => {
    for (const shard of ["1/2", "2/2"])
      await user.passhat(["run", SUITE, "--shard", shard, "--reporter", `json=${shard[0]}.json`])
    const { stdout } = await user.passhat(["merge", "1.json", "2.json", "--reporter", "json"])
    assert.deepEqual(JSON.parse(stdout).suites, JSON.parse(printed("json")).suites)
  })
})

describe("rows that are added, removed and moved", () => {
  test("make no recording stale, and only the new row is recorded", async () => {
    const extra = { name: "asks for nothing", queue: "sales" }
    user.write(TABLE, csv([extra, ...rows.toReversed().slice(1)]))
    const before = user.requests.length
    const { stdout } = await user.passhat(["run", SUITE, "--reporter", "json"])
    const { cells } = JSON.parse(stdout).suites[0]
    const missing = cells.filter(({ issues }: { issues: ReadonlyArray<unknown> }) => issues.length > 0)
    assert.deepEqual(new Set(missing.map(({ agent }: { agent: string }) => agent)), new Set([extra.name]))
    assert.equal(cells.length, 60)
    assert.equal(user.requests.length, before)
    user.write(TABLE, csv())
  })
})

describe("--case", () => {
  const planned = async (...args: ReadonlyArray<string>) => {
    const { stdout } = await user.passhat(["plan", "--json", SUITE, ...args])
    return JSON.parse(stdout).cells.map(({ name }: { name: string }) => name)
  }

  test("selects by name and by pattern, any of them", async () => {
    const third = rows[2]?.name ?? ""
    const cells = MODELS.map((model) => `${third} [${model}]`)
    assert.deepEqual(await planned("--case", third), cells)
    assert.deepEqual(await planned("--case", "*, ticket 3"), cells)
    assert.deepEqual(await planned("--case", "*ticket 3", "--model", MODELS[1]), [cells[1]])
    assert.equal((await planned("--case", "*, ticket 3", "--case", "*ticket ?")).length, 18)
    const { code, stdout } = await user.passhat(["run", SUITE, "--case", third])
    assert.equal(code, 0, stdout)
    assert.match(stdout, /1 of 1 case passed; 5 of 5 runs passed: 100\.0 %\n/)
  })

  test("that is the name of no case is no pass, and the nearest is named", async () => {
    assert.deepEqual(await user.passhat(["run", SUITE, "--case", "asks for the price, tickt 3"]), {
      code: 2,
      stdout: "",
      stderr: 'No case is named "asks for the price, tickt 3". Did you mean "asks for the price, ticket 3"?\n'
    })
    const { code, stderr } = await user.passhat(["run", SUITE, "--case", "zzz*"])
    assert.equal(code, 2)
    assert.match(stderr, /^No case matches "zzz\*"\. The cases are "asks for a refund/)
    const other = await user.passhat(["run", SUITE, "--case", "*ticket 3", "--filter", "ticket 4"])
    assert.equal(other.code, 2)
    assert.match(other.stdout, /NOTHING_SELECTED: --filter "ticket 4" and --case "\*ticket 3" select no cell/)
  })
})

describe("a file of rows that is wrong", () => {
  const bad = `${csv().replaceAll("\r\n", "\n").replace(",refunds\n", ",refund\n")}"a ticket"\n`
  const told = [
    `${TABLE} has 2 mistakes:`,
    `  ${TABLE}:2:123: queue is "refund": Expected "refunds" | "sales".`,
    `  ${TABLE}:32:1: the row has 1 field, and the header has 3.`
  ].join("\n")

  test.each(["bun", "deno", "node"] as const)(
    "is told whole by passhat run on %s, with exit code 2",
    async (runtime) => {
      user.write(TABLE, bad)
      const { code, stderr, stdout } = await user.passhat(["run", SUITE], runtime)
      user.write(TABLE, csv())
      assert.deepEqual([code, stdout], [2, ""])
      assert.equal(stderr, `${SUITE} cannot be loaded: ${told}\n`)
    }
  )

  test.each(["bun", "deno"] as const)("ends the suite as a program on %s, with exit code 2", (runtime) => {
    user.write(TABLE, bad)
    const { code, stderr, stdout } = user.run(SUITE, [], { runtime })
    user.write(TABLE, csv())
    assert.deepEqual([code, stdout, stderr], [2, "", `${told}\n`])
  })

  test("is an error for a program that imports the suite", () => {
    user.write(TABLE, bad)
    user.write("program.ts", `await import("./${SUITE}").catch((error) => console.log(error.name, error.message))`)
    const { stdout } = user.run("program.ts")
    user.write(TABLE, csv())
    assert.equal(stdout, `RowsError ${told}\n`)
  })
})

test("a file beside the module is named with ./, and one of the project without", async () => {
  user.write("suites/near.csv", csv())
  user.write("suites/near.ts", source.replace('"cases/tickets.csv"', '"./near.csv"').replace('"tickets",', '"near",'))
  const { stdout } = await user.passhat(["plan", "--json", "suites/near.ts"])
  assert.deepEqual(JSON.parse(stdout).cells[0].case, { table: "suites/near.csv", row: rows[0]?.name, line: 2 })
  user.write(
    "suites/far.ts",
    source.replace('"cases/tickets.csv"', '"/elsewhere/far.csv"').replace('"tickets",', '"far",')
  )
  const far = await user.passhat(["plan", "suites/far.ts"])
  assert.equal(far.code, 2)
  assert.match(
    far.stderr,
    /^suites\/far\.ts cannot be loaded: \/elsewhere\/far\.csv is a path of this machine outside of the project\./
  )
})
