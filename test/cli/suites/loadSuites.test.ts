/**
 * The suites of a project that are judged, and the errors for files that do not load or do not export their suites.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { everyRuntime, passhatOn } from "../project.ts"
import { green, red, trips } from "../select/trips.ts"

setDefaultTimeout(60_000)

/** Moves the suite of a file out of its default export, and of `main`. */
const kept = (text: string): string => text.replace(/^export default .*\n/m, "").replace(/^await main.*\n/m, "")

type User = ReturnType<typeof trips>

/** The names and files of the suites in the json report. */
const judged = (user: User, args: ReadonlyArray<string>, runtime: (typeof everyRuntime)[number]) => {
  const { code, stderr, stdout } = passhatOn(runtime, ["run", ...args, "--reporter", "json"], user.surroundings)
  assert.equal(stderr, "")
  const { suites }: { suites: ReadonlyArray<{ suite: string; file: string }> } = JSON.parse(stdout)
  return { code, suites: suites.map(({ file, suite }) => `${suite} ${file}`) }
}

describe.each(everyRuntime)("on %s", (runtime) => {
  const ways: ReadonlyArray<readonly [string, string]> = [
    ["exports by a name", "export { its as voyages }\n"],
    ["exports in an array", "export default [its]\n"],
    ["exports in an array with a name", "export const all = [its, 1]\n"],
    ["hands to main", "await main(import.meta, its)\n"]
  ]
  test.each(ways)("a suite that a file %s is judged", (_, way) => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: red })
    user.edit("suites/voyages.ts", (text) => `${kept(text)}${way}`)
    assert.deepEqual(judged(user, ["suites/{trips,voyages}.ts"], runtime), {
      code: 1,
      suites: ["trips suites/trips.ts", "voyages suites/voyages.ts"]
    })
    const check = passhatOn(runtime, ["check", "suites/{trips,voyages}.ts"], user.surroundings)
    assert.deepEqual([check.code, check.stdout], [0, "ok    suites/trips.ts walks\nok    suites/voyages.ts sails\n"])
  })

  test("a file that makes a suite and neither exports it nor passes it to main is refused by name", () => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: red })
    user.edit("suites/voyages.ts", kept)
    for (const files of ["suites/{trips,voyages}.ts", "suites/voyages.ts"]) {
      for (const args of [["run"], ["check"], ["plan"], ["run", "--shard", "1/2"], ["run", "--filter", "walks"]]) {
        const { code, stderr, stdout } = passhatOn(runtime, [...args, files], user.surroundings)
        assert.deepEqual([code, stdout], [2, ""])
        assert.match(stderr, /^suites\/voyages\.ts makes the suite "voyages", and neither exports .+ main .+\.\n$/)
      }
    }
  })

  test("a suite that several files export is judged once, under the file that makes it", () => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: green })
    user.edit("suites/voyages.ts", (text) => `${kept(text)}export { its }\n`)
    user.edit("suites/red.ts", () => 'export { its } from "./voyages.ts"\nexport { default } from "./trips.ts"\n')
    assert.deepEqual(judged(user, ["suites/{red,trips,voyages}.ts"], runtime), {
      code: 0,
      suites: ["trips suites/trips.ts", "voyages suites/voyages.ts"]
    })
    assert.deepEqual(judged(user, ["suites/red.ts"], runtime).suites, ["voyages suites/red.ts", "trips suites/red.ts"])
  })

  test("a file may make several suites, also with an async function of another file", () => {
    using user = trips({ walks: green })
    user.write("voyages", { sails: green })
    user.edit("suites/voyages.ts", (text) =>
      kept(text).replace(
        /const its = (.*)/,
        "export const make = async () => {\n  await 1\n  const made = $1\n  return made\n}"
      )
    )
    const source = (rest: string) => `import { suite } from "passhat"\nimport { make } from "./voyages.ts"\n${rest}`
    user.edit("suites/red.ts", () => source("const made = await make()\n"))
    const { code, stderr } = passhatOn(runtime, ["run", "suites/{red,trips}.ts"], user.surroundings)
    assert.equal(code, 2)
    assert.match(stderr, /^suites\/red\.ts makes the suite "voyages", and neither/)
    user.edit("suites/red.ts", () => source('export const b = await make()\nsuite("unused")\n'))
    assert.deepEqual(judged(user, ["suites/{red,trips}.ts"], runtime).suites, [
      "voyages suites/red.ts",
      "trips suites/trips.ts"
    ])
  })

  test("a file that imports a suite from a file outside of the glob does not have to export it", () => {
    using user = trips({ walks: green })
    user.edit("suites/trips.ts", (text) => `${text}\nexport { asks }\n`)
    user.edit("suites/red.ts", () => 'import { asks } from "./trips.ts"\nexport const more = [asks("x")]\n')
    const { code, stderr } = passhatOn(runtime, ["run", "suites/{red,weather}.ts"], user.surroundings)
    assert.deepEqual([code, stderr], [0, ""])
  })

  const broken: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["throws", '\nthrow new Error("no key")\n', /: no key \(suites\/broken\.ts:2\)\. C/],
    ["throws a text", 'throw "no key"\n', /: no key\. C/],
    ["does not parse", "\nexport default (\n", / \(suites\/broken\.ts:[23]\)\. C/],
    [
      "imports a name that is not there",
      '\nimport { x } from "./trips.ts"\nx()\n',
      /'x'.* \(suites\/broken\.ts:2\)\. C/
    ],
    ["imports no file", '\nimport "./none.ts"\n', /: Cannot find "\.\/none\.ts" \(suites\/broken\.ts:2\)\. C/],
    ["imports no package", 'import "no-such"\n', /: Cannot find "no-such" \(suites\/broken\.ts:1\)\. C/],
    ["imports a file that throws", 'import "./thrower.ts"\n', /: no database \(suites\/thrower\.ts:3\)\. C/],
    [
      "rejects a promise",
      'void Promise.reject(new Error("stray"))\nawait new Promise((done) => setTimeout(done, 50))\n',
      /: stray \(suites\/broken\.ts:1\)\. C/
    ]
  ]
  test.each(broken)("a file that %s is refused with one sentence that has file and line", (_, text, sentence) => {
    using user = trips({ walks: green })
    user.put("suites/broken.ts", text)
    user.put("suites/thrower.ts", '\n\nthrow new Error("no database")\n')
    for (const command of ["run", "check"]) {
      const { code, stderr, stdout } = passhatOn(runtime, [command, "suites/{broken,trips}.ts"], user.surroundings)
      assert.deepEqual([code, stdout], [2, ""])
      assert.match(stderr, /^suites\/broken\.ts could not be loaded: [^\n]+; it has to load without an error\.\n$/)
      assert.match(stderr, sentence)
    }
  })

  test("a file whose default export is no suite is refused with what it exports, and its line", () => {
    using user = trips({ walks: green })
    user.put("suites/broken.ts", "\nexport default { name: 1 }\n")
    const { code, stderr, stdout } = passhatOn(runtime, ["run", "suites/broken.ts"], user.surroundings)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^suites\/broken\.ts:2 exports an object as default, and no suite\. Write: [^\n]+\n$/)
  })
})
