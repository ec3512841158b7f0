import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { green, red, trips } from "./trips.ts"

const all = ["run", "suites/trips.ts", "suites/voyages.ts", "--reporter", "json"]

const judgedBy = ({ stdout }: { readonly stdout: string }): ReadonlyArray<string> =>
  JSON.parse(stdout).suites.flatMap((suite: { cells: ReadonlyArray<{ name: string }> }) =>
    suite.cells.map(({ name }) => name)
  )

const nothingRed =
  "Nothing in these suites was red when it was last judged, if it ever was. Run without --failed to judge all of it.\n"

describe("--failed", () => {
  test("judges the cells that were red, until they are green", () => {
    using user = trips({ walks: red, drives: red, flies: green })
    user.write("voyages", { sails: red })
    assert.equal(user.passhat(all).code, 1)
    assert.deepEqual(judgedBy(user.passhat([...all, "--failed"])), ["walks", "drives", "sails"])
    user.edit("suites/trips.ts", (text) => text.replace(red, green))
    const second = user.passhat([...all, "--failed"])
    assert.deepEqual([second.code, judgedBy(second)], [1, ["walks", "drives", "sails"]])
    assert.deepEqual(judgedBy(user.passhat([...all, "--failed"])), ["drives", "sails"])
    user.write("trips", { walks: green, drives: green, flies: green })
    user.write("voyages", { sails: green })
    assert.equal(user.passhat([...all, "--failed"]).code, 0)
    assert.deepEqual(user.passhat([...all, "--failed"]), {
      code: 2,
      stdout: "",
      stderr: nothingRed
    })
  })

  test("remembers red cells that later runs did not select", () => {
    using user = trips({ walks: red, drives: green })
    user.write("voyages", { sails: green })
    user.passhat(all)
    assert.equal(user.passhat(["run", "suites/voyages.ts"]).code, 0)
    assert.equal(user.passhat(["run", "suites/trips.ts", "--filter", "drives"]).code, 0)
    assert.equal(user.passhat(["run", "suites/trips.ts", "--filter", "nowhere"]).code, 2)
    assert.deepEqual(judgedBy(user.passhat([...all, "--failed"])), ["walks"])
  })

  test("selects every cell of a suite that was refused", () => {
    using user = trips({ walks: "runs(2)", drives: green })
    assert.equal(user.passhat(["run", "suites/trips.ts"]).code, 2)
    user.write("trips", { walks: green, drives: green })
    assert.equal(user.passhat(["run", "suites/trips.ts", "--filter", "drives"]).code, 0)
    const { code, stdout } = user.passhat(["run", "suites/trips.ts", "--failed", "--reporter", "json"])
    assert.deepEqual([code, judgedBy({ stdout })], [0, ["walks"]])
  })

  test("remembers red cells that --bail left out", () => {
    using user = trips({ walks: green, drives: red })
    user.passhat(["run", "suites/trips.ts"])
    user.write("trips", { walks: red, drives: green })
    user.passhat(["run", "suites/trips.ts", "--bail"])
    const again = user.passhat(["run", "suites/trips.ts", "--failed", "--reporter", "json"])
    assert.deepEqual(judgedBy(again), ["walks", "drives"])
  })

  test("exits with 2 if no cell was judged or all were green, and the cache has no file", () => {
    using user = trips({ walks: green })
    const home = { PASSHAT_CACHE: user.at("cache") }
    for (const judged of [false, true]) {
      if (judged) assert.equal(user.passhat(["run", "suites/trips.ts"], { env: home }).code, 0)
      const asked = user.passhat(["run", "suites/trips.ts", "--failed"], { env: home })
      assert.deepEqual(asked, { code: 2, stdout: "", stderr: nothingRed })
      assert.ok(!existsSync(user.at("cache")))
    }
  })

  test("keeps its report in the cache directory, and a directory that cannot be written is no error", () => {
    using user = trips({ walks: red })
    const nowhere = { PASSHAT_CACHE: user.at("package.json/cache") }
    const { code, stderr } = user.passhat(["run", "suites/trips.ts"], { env: nowhere })
    assert.deepEqual([code, stderr], [1, ""])
    const home = { PASSHAT_CACHE: "", XDG_CACHE_HOME: user.at("xdg") }
    assert.equal(user.passhat(["run", "suites/trips.ts"], { env: home }).code, 1)
    assert.ok(existsSync(user.at("xdg/passhat")))
  })
})
