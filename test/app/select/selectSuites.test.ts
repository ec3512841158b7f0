import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { green, red, trips } from "./trips.ts"

const three = { walks: green, drives: `tags("slow", "car"), ${green}`, flies: `tags("slow"), ${green}` }

/** The names of the cells in a plan. */
const planned = (stdout: string): ReadonlyArray<string> =>
  [JSON.parse(stdout)].flat().flatMap((plan) => plan.cells.map((cell: { name: string }) => cell.name))

describe("flags select cells, and all their runs", () => {
  const user = trips(three)
  afterAll(() => user[Symbol.dispose]())

  const chosen: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = [
    [["--tag", "car"], ["drives"]],
    [["--cell", "trips/drives/claude-sonnet-4-5"], ["drives"]],
    [
      ["--tag", "slow"],
      ["drives", "flies"]
    ],
    [
      ["--tag", "car", "--tag", "slow"],
      ["drives", "flies"]
    ],
    [
      ["--model", "claude-sonnet-4-5"],
      ["walks", "drives", "flies"]
    ],
    [["--tag", "slow", "--filter", "fl"], ["flies"]],
    [["--tag", "slow", "--model", "claude-sonnet-4-5", "--filter", "drives"], ["drives"]]
  ]
  test.each(chosen)("%p", (args, names) => {
    const file = "suites/trips.ts"
    assert.deepEqual(planned(user.passhat(["plan", "--json", file, ...args]).stdout), names)
    const { code, stdout } = user.passhat(["run", file, "--reporter", "json", ...args])
    assert.equal(code, 0)
    assert.deepEqual(
      JSON.parse(stdout).suites[0].cells.map((cell: { name: string; runs: [] }) => [cell.name, cell.runs.length]),
      names.map((name) => [name, 5])
    )
    assert.equal(user.passhat(["check", file, ...args]).stdout, names.map((name) => `ok    ${file} ${name}\n`).join(""))
  })

  test("--cell selects the one cell that the line again names, also where its name is a part of other names", () => {
    using alike = trips({ day: red, "day-trip": red, "holi-day": red })
    const { stdout } = alike.passhat(["run", "suites/trips.ts", "--reporter", "json"])
    const commands = JSON.parse(stdout).suites.flatMap(({ cells }: { cells: ReadonlyArray<{ command: string }> }) =>
      cells.map(({ command }) => command.replace("passhat ", "").split(" "))
    )
    assert.deepEqual(
      commands.map((words: ReadonlyArray<string>) => {
        const { code, stdout: again } = alike.passhat([...words, "--reporter", "json"])
        assert.equal(code, 1)
        return JSON.parse(again).suites.flatMap(({ cells }: { cells: [] }) => cells.map(({ id }) => id))
      }),
      ["day", "day-trip", "holi-day"].map((name) => [`trips/${name}/claude-sonnet-4-5`])
    )
  })

  test("--model selects one model of a matrix", () => {
    using matrix = trips(three)
    matrix.edit("suites/trips.ts", (text) =>
      text.replace('model: "claude-sonnet-4-5"', 'models: ["gpt-5", "claude-m"]')
    )
    assert.deepEqual(
      planned(matrix.passhat(["plan", "--json", "suites/trips.ts", "--model", "gpt-5", "--tag", "car"]).stdout),
      ["drives [gpt-5]"]
    )
  })

  test("the cost of the plan is that of the selected cells without the skipped ones", () => {
    using skipping = trips({ ...three, swims: `skip("too cold"), ${green}` })
    const cost = (...args: ReadonlyArray<string>): number =>
      JSON.parse(skipping.passhat(["plan", "--json", "suites/trips.ts", ...args]).stdout).live_at_most.model_calls
    assert.equal(cost(), 150)
    assert.equal(cost("--tag", "car"), 50)
  })

  const strange: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["--tag", "slwo"], 'No agent has the tag "slwo". Did you mean "slow"?\n'],
    [["--tag", "slow", "--tag", "submarine"], 'No agent has the tag "submarine". The tags are "slow", "car".\n'],
    [["--model", "claude-sonet-4-5"], 'No agent has the model "claude-sonet-4-5". Did you mean "claude-sonnet-4-5"?\n'],
    [
      ["--cell", "trips/walk/claude-sonnet-4-5"],
      'No cell has the id "trips/walk/claude-sonnet-4-5". Did you mean "trips/walks/claude-sonnet-4-5"?\n'
    ],
    [
      ["--cell", "trips"],
      'No cell has the id "trips". It is a part of "trips/walks/claude-sonnet-4-5", "trips/drives/claude-sonnet-4-5", ' +
        '"trips/flies/claude-sonnet-4-5".\n'
    ],
    [
      ["--cell", ""],
      'No cell has the id "". The ids are "trips/walks/claude-sonnet-4-5", "trips/drives/claude-sonnet-4-5", ' +
        '"trips/flies/claude-sonnet-4-5".\n'
    ],
    [["--model", "gpt-5"], 'No agent has the model "gpt-5". The models are "claude-sonnet-4-5".\n']
  ]
  test.each(strange)("a name that no suite has is refused with one sentence: %p", (args, sentence) => {
    for (const command of ["run", "plan", "check"]) {
      assert.deepEqual(user.passhat([command, "suites/trips.ts", ...args]), { code: 2, stdout: "", stderr: sentence })
    }
  })

  test("a tag is refused where no suite has one", () => {
    assert.match(user.passhat(["run", "suites/weather.ts", "--tag", "x"]).stderr, /There are no tags in these suites\./)
  })

  test("an empty selection exits with 2, and the message names the flags", () => {
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "--tag", "car", "--filter", "walks"])
    assert.equal(code, 2)
    assert.match(
      stdout,
      /NOTHING_SELECTED: --filter "walks" and --tag "car" select no cell of suites\/trips\.ts\.\n.*"walks", "drives", "flies"/
    )
  })
})

describe("skip", () => {
  const some = { walks: green, swims: `skip("too cold"), ${red}` }

  test("a skipped cell is shown with its reason, and changes no verdict", () => {
    using user = trips(some)
    const pretty = user.passhat(["run", "suites/trips.ts"])
    assert.equal(pretty.code, 0)
    assert.match(pretty.stdout, /\n {2}SKIP {2}swims: too cold\n/)
    assert.match(
      pretty.stdout,
      /\n0 failed · 0 undecided · 1 passed · 1 skipped \(2 cells, 5 runs\) · runs: 0 failed, 0 undecided, 5 passed\n/
    )
    assert.match(user.passhat(["run", "suites/trips.ts", "--quiet"]).stdout, /SKIP {2}swims: too cold\n/)
    const { cells, verdict } = JSON.parse(user.passhat(["run", "suites/trips.ts", "--reporter", "json"]).stdout)
      .suites[0]
    assert.equal(verdict, "pass")
    assert.deepEqual([cells[1].skipped, cells[1].verdict, cells[1].runs], ["too cold", "none", []])
    const { stdout } = user.passhat(["run", "suites/trips.ts", "--reporter", "junit"])
    assert.match(stdout, /errors="0" skipped="1"/)
    assert.match(stdout, /name="swims"><skipped message="too cold"\/><\/testcase>/)
  })

  test("a skipped cell needs no recording", () => {
    using user = trips(some)
    user.remove("cassettes/trips/swims")
    assert.equal(user.passhat(["run", "suites/trips.ts"]).code, 0)
    const { code, stdout } = user.passhat(["check", "suites/trips.ts"])
    assert.deepEqual([code, stdout], [0, "ok    suites/trips.ts walks\nskip  suites/trips.ts swims: too cold\n"])
  })

  test("a suite whose cells are all skipped has no verdict", () => {
    using user = trips(some)
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "--filter", "swims"])
    assert.equal(code, 2)
    assert.match(stdout, /NOTHING_RUN: Every cell of suite "trips" is skipped, so there is nothing to judge\./)
    assert.equal(user.passhat(["check", "suites/trips.ts", "--filter", "swims"]).code, 2)
  })

  test("a red cell beside a skipped one is still red", () => {
    using user = trips({ ...some, drives: red })
    assert.equal(user.passhat(["run", "suites/trips.ts"]).code, 1)
  })
})

describe("only", () => {
  const user = trips({ walks: red, drives: `only, ${green}` })
  afterAll(() => user[Symbol.dispose]())

  test("leaves out every other cell of the command, with a notice", () => {
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "suites/red.ts"])
    assert.equal(code, 0)
    assert.match(stdout, /ONLY: only is in force: every other cell of this command was left out\./)
    assert.match(stdout, /\n0 failed · 0 undecided · 1 passed \(1 cell, 5 runs\)/)
  })

  test("is refused in CI, by every command", () => {
    for (const command of ["run", "plan", "check"]) {
      const { code, stderr, stdout } = user.passhat([command, "suites/trips.ts"], { env: { CI: "true" } })
      assert.equal(code, 2, command)
      assert.match(`${stdout}${stderr}`, /Suite "trips" says only at "drives", and CI is set\.\s+Take only out/)
    }
    assert.equal(user.passhat(["run", "suites/trips.ts"], { env: { CI: "false" } }).code, 0)
  })

  test("does not reduce the other suites in CI", () => {
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "suites/red.ts"], { env: { CI: "1" } })
    assert.equal(code, 1)
    assert.match(stdout, /FAIL {2}wanders off #2/)
  })

  test("is combined with the flags that select cells", () => {
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "--filter", "walks"])
    assert.equal(code, 2)
    assert.match(stdout, /--filter "walks" and only select no cell of suites\/trips\.ts/)
  })
})
