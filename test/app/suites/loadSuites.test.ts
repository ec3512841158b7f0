/**
 * The suites of a project that are judged, and the errors for files that do not load or do not export their suites.
 */
import { afterAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { casesOn, everyRuntime, type Runtime } from "../everyRuntime.ts"
import { passhatOn } from "../project.ts"
import { green, red, trips } from "../select/trips.ts"

setDefaultTimeout(60_000)

/** Moves the suite of a file out of its default export, and of `main`. */
const kept = (text: string): string => text.replace(/^export default .*\n/m, "").replace(/^await main.*\n/m, "")

/** Of all tests: each writes the suites that it asks for. */
const user = trips({ walks: green })
afterAll(() => user[Symbol.dispose]())

/** The names and files of the suites in the json report. */
const judged = (args: ReadonlyArray<string>, runtime: Runtime) => {
  const { code, stderr, stdout } = passhatOn(runtime, ["run", ...args, "--reporter", "json"], user.surroundings)
  assert.equal(stderr, "")
  const { suites }: { suites: ReadonlyArray<{ suite: string; file: string }> } = JSON.parse(stdout)
  return { code, suites: suites.map(({ file, suite }) => `${suite} ${file}`) }
}

describe.each(everyRuntime)("on %s", (runtime) => {
  const ways = {
    array: "export default [its]\n",
    main: "await main(import.meta, its)\n",
    name: "export { its as voyages }\n",
    named: "export const all = [its, 1]\n"
  }
  test("a suite is judged that a file exports by a name or in an array, with a name or without, or hands to main", () => {
    for (const [name, way] of Object.entries(ways)) {
      user.write(name, { sails: red })
      user.edit(`suites/${name}.ts`, (text) => `${kept(text)}${way}`)
    }
    const files = `suites/{trips,${Object.keys(ways).join()}}.ts`
    assert.deepEqual(judged([files], runtime), {
      code: 1,
      suites: [...Object.keys(ways), "trips"].map((name) => `${name} suites/${name}.ts`)
    })
    const check = passhatOn(runtime, ["check", files], user.surroundings)
    const fresh = Object.keys(ways).map((name) => `ok    suites/${name}.ts sails\n`)
    assert.deepEqual([check.code, check.stdout], [0, `${fresh.join("")}ok    suites/trips.ts walks\n`])
  })

  test("a file that makes a suite and neither exports it nor passes it to main is refused by name", () => {
    user.write("voyages", { sails: red })
    user.edit("suites/voyages.ts", kept)
    const commands = [["run"], ["check"], ["plan"], ["run", "--shard", "1/2"], ["run", "--filter", "walks"]]
    for (const files of casesOn(runtime, ["suites/{trips,voyages}.ts", "suites/voyages.ts"])) {
      for (const args of casesOn(runtime, commands)) {
        const { code, stderr, stdout } = passhatOn(runtime, [...args, files], user.surroundings)
        assert.deepEqual([code, stdout], [2, ""])
        assert.match(stderr, /^suites\/voyages\.ts makes the suite "voyages", and neither exports .+ main .+\.\n$/)
      }
    }
  })

  test("a suite that several files export is judged once, under the file that makes it", () => {
    user.write("voyages", { sails: green })
    user.edit("suites/voyages.ts", (text) => `${kept(text)}export { its }\n`)
    user.edit("suites/red.ts", () => 'export { its } from "./voyages.ts"\nexport { default } from "./trips.ts"\n')
    assert.deepEqual(judged(["suites/{red,trips,voyages}.ts"], runtime), {
      code: 0,
      suites: ["trips suites/trips.ts", "voyages suites/voyages.ts"]
    })
    assert.deepEqual(judged(["suites/red.ts"], runtime).suites, ["voyages suites/red.ts", "trips suites/red.ts"])
  })

  test("a file may make several suites, also with an async function of another file", () => {
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
    assert.deepEqual(judged(["suites/{red,trips}.ts"], runtime).suites, [
      "voyages suites/red.ts",
      "trips suites/trips.ts"
    ])
  })

  test("a file that imports a suite from a file outside of the glob does not have to export it", () => {
    user.rewrite("outside", { walks: green })
    user.edit("suites/outside.ts", (text) => `${text}\nexport { asks }\n`)
    user.edit("suites/red.ts", () => 'import { asks } from "./outside.ts"\nexport const more = [asks("x")]\n')
    const { code, stderr } = passhatOn(runtime, ["run", "suites/{red,weather}.ts"], user.surroundings)
    assert.deepEqual([code, stderr], [0, ""])
  })

  const broken: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["imports a file that throws", 'import "./thrower.ts"\n', /: no database \(suites\/thrower\.ts:3\)\. C/],
    ["does not parse", "\nexport default (\n", / \(suites\/broken\.ts:[23]\)\. C/],
    [
      "imports a name that is not there",
      '\nimport { x } from "./trips.ts"\nx()\n',
      /'x'.* \(suites\/broken\.ts:2\)\. C/
    ],
    ["imports no file", '\nimport "./none.ts"\n', /: Cannot find "\.\/none\.ts" \(suites\/broken\.ts:2\)\. C/],
    ["imports no package", 'import "no-such"\n', /: Cannot find "no-such" \(suites\/broken\.ts:1\)\. C/],
    [
      "rejects a promise",
      'void Promise.reject(new Error("stray"))\nawait new Promise((done) => setTimeout(done, 50))\n',
      /: stray \(suites\/broken\.ts:1\)\. C/
    ],
    ...(runtime === "bun"
      ? ([
          ["throws", '\nthrow new Error("no key")\n', /: no key \(suites\/broken\.ts:2\)\. C/],
          ["throws a text", 'throw "no key"\n', /: no key\. C/]
        ] as const)
      : [])
  ]
  test.each(broken)("a file that %s is refused with one sentence that has file and line", (_, text, sentence) => {
    user.put("suites/broken.ts", text)
    user.put("suites/thrower.ts", '\n\nthrow new Error("no database")\n')
    for (const command of casesOn(runtime, ["run", "check"])) {
      const { code, stderr, stdout } = passhatOn(runtime, [command, "suites/{broken,trips}.ts"], user.surroundings)
      assert.deepEqual([code, stdout], [2, ""])
      assert.match(stderr, /^suites\/broken\.ts could not be loaded: [^\n]+; it has to load without an error\.\n$/)
      assert.match(stderr, sentence)
    }
  })
})

test("a file whose default export is no suite is refused with what it exports, and its line", () => {
  user.put("suites/broken.ts", "\nexport default { name: 1 }\n")
  const { code, stderr, stdout } = passhatOn("bun", ["run", "suites/broken.ts"], user.surroundings)
  assert.deepEqual([code, stdout], [2, ""])
  assert.match(stderr, /^suites\/broken\.ts:2 exports an object as default, and no suite\. Write: [^\n]+\n$/)
})
