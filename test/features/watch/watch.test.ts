import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, run, type RunOptions, start } from "../../app/project.ts"
import { green, red, trips } from "../../app/select/trips.ts"
import { watching } from "./watching.ts"

const passhat = join(root, "dist/doors/passhat.js")
const cassette = "cassettes/trips/walks/claude-sonnet-4-5.jsonl"

/** A suite of its own command, or the command of the package: Node 20 knows only the latter. */
const commands: ReadonlyArray<readonly [string, string, ReadonlyArray<string>, RunOptions]> = [
  ["bun run suites/trips.ts --watch", "suites/trips.ts", ["--watch"], { runtime: "bun" }],
  ["deno run -A suites/trips.ts --watch", "suites/trips.ts", ["--watch"], { runtime: "deno" }],
  ["node passhat run suites/trips.ts --watch", "suites/trips.ts", ["--watch"], { runtime: "node" }]
]

describe.each(commands)("%s", (_, file, args, options) => {
  test("judges again on every save, lists changed verdicts, and continues after a broken file", async () => {
    using user = trips({ walks: green, drives: green })
    const its = watching(start(user.at(file), args, { ...user.surroundings, ...options }))
    assert.match(await its.report(), / 2 passed \(2 cells, 10 runs\)/)
    user.edit(file, (text) => text.replace(green, red))
    const turned = await its.report()
    assert.match(turned, /FAIL {2}5 runs: walks #1-#5\n/)
    assert.match(turned, /^walks: fail, was pass\n1 of 1 file judged\./m)
    user.edit(file, (text) => `${text}\nexport const broken = (`)
    assert.match(await its.sentence(), /^suites\/trips\.ts could not be loaded: .+\. Correct the file/m)
    user.rewrite("trips", { walks: green, drives: green })
    assert.match(await its.report(), /^walks: pass, was fail\n1 of 1 file judged\./m)
    assert.equal((await its.end("SIGINT")).code, 130)
  })
})

describe("passhat run --watch", () => {
  const watched = (user: ReturnType<typeof trips>, ...args: ReadonlyArray<string>) =>
    watching(start(passhat, ["run", ...args, "--watch"], user.surroundings))

  test("judges only the suites that depend on the changed file, and reports all suites", async () => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: red })
    const its = watched(user, "suites/trips.ts", "suites/voyages.ts", "suites/invoice.ts")
    assert.match(await its.report(), /^3 of 3 files judged\./m)

    user.edit("suites/trips.ts", (text) => text.replace(green, red))
    const one = await its.report()
    assert.match(one, /^1 of 3 files judged\./m)
    for (const row of [/FAIL {2}5 runs: walks #1-#5/, /FAIL {2}5 runs: sails #1-#5/, / \(3 cells, 11 runs\)/])
      assert.match(one, row)

    user.edit("suites/trips.ts", (text) => text.replace(red, green))
    assert.match(await its.report(), /^walks: pass, was fail$/m)

    user.edit("suites/servers/weather.ts", (text) => `${text}\nexport const more = 1\n`)
    assert.match(await its.report(), /^2 of 3 files judged\./m)

    user.editRecording(cassette, (text) => text.replace(/^.*"index":3.*\n/m, ""))
    const missing = await its.report()
    assert.match(missing, /has no run 3/)
    assert.match(missing, /^walks: none, was pass\n1 of 3 files judged\./m)
    assert.equal((await its.end("SIGTERM")).code, 143)
  })

  test("detects a file that is replaced by a rename, and one that is added or removed", async () => {
    using user = trips({ walks: green })
    const its = watched(user, "suites/{trips,voyages}.ts", "--quiet")
    await its.report()
    writeFileSync(user.at("suites/trips.ts~"), user.read("suites/trips.ts").replace(green, red))
    renameSync(user.at("suites/trips.ts~"), user.at("suites/trips.ts"))
    assert.match(await its.report(), /walks: fail, was pass/)
    user.write("voyages", { sails: red })
    assert.match(await its.report(), /FAIL {2}5 runs: sails #1-#5/)
    user.remove("suites/voyages.ts")
    assert.doesNotMatch(await its.report(), /sails/)
    await its.end("SIGINT")
  })

  test("reports on every suite of a file, on a suite of two files once, and refuses a file that exports none", async () => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: red })
    user.edit("suites/trips.ts", (text) => `${text}\nexport { default as voyages } from "./voyages.ts"\n`)
    const its = watched(user, "suites/trips.ts", "suites/voyages.ts")
    assert.match(await its.report(), / \(2 cells, [^]*\nFAIL\n/)
    user.edit("suites/trips.ts", (text) => text.replace(green, red))
    const one = await its.report()
    assert.match(one, / \(2 cells, /)
    assert.match(one, /^walks: fail, was pass\n1 of 2 files judged\./m)
    user.edit("suites/trips.ts", () =>
      user
        .read("suites/voyages.ts")
        .replace('"voyages"', '"trips"')
        .replace(/^(?:export default|await main).*\n/gm, "")
    )
    assert.match(await its.sentence(), /^suites\/trips\.ts makes the suite "trips", and neither exports/m)
    await its.end("SIGINT")
  })

  test("selects by only across all suites as long as one suite has it", async () => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: red })
    const its = watched(user, "suites/trips.ts", "suites/voyages.ts")
    assert.match(await its.report(), /\nFAIL\n/)
    user.rewrite("trips", { walks: `only, ${green}` })
    assert.match(await its.report(), / \(1 cell, [^]*\nPASS\n/)
    user.rewrite("trips", { walks: green })
    assert.match(await its.report(), / \(2 cells, [^]*\nFAIL\n/)
    await its.end("SIGINT")
  })

  const refused: ReadonlyArray<readonly [ReadonlyArray<string>, { readonly [name: string]: string }, RegExp]> = [
    [["--record"], {}, /^--watch and --record exclude each other\. /],
    [["--live-tools"], {}, /^--watch and --live-tools exclude each other\. /],
    [["--plan"], {}, /^--watch and --plan exclude each other\. /],
    [["--bail"], {}, /^--watch and --bail exclude each other\. /],
    [["--failed"], {}, /^--watch and --failed exclude each other\. /],
    [[], { CI: "true" }, /^--watch shows its results to a person, and CI has none\. /],
    [[], { PASSHAT_MODE: "record" }, /^--watch judges recordings only\. /],
    [["suites/nowhere.ts"], {}, /^No file matches suites\/nowhere\.ts\. /],
    [["--reporter", "jsno"], {}, /^There is no reporter "jsno"\. /]
  ]
  test.each(refused)("is refused with one sentence: %p %p", (args, env, sentence) => {
    const { code, stderr, stdout } = run(passhat, ["run", "suites/weather.ts", "--watch", ...args], { env })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, sentence)
  })
})
