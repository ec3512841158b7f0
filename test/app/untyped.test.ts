/**
 * A suite file in plain JavaScript with wrong values in every place: one run of `passhat` judges all of them, crashes at none,
 * and passes none. test/language/plan/untyped.test.ts gives every value to every place.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { casesOn, everyRuntime } from "./everyRuntime.ts"
import { emptyProject, passhatOn, root } from "./project.ts"

const plainOf = (file: string): string =>
  new Bun.Transpiler({ loader: "ts" })
    .transformSync(readFileSync(join(root, "test/language/plan/untyped", file), "utf8"))
    .replaceAll('/values.ts"', '/values.js"')

/** Suites of one name are refused for that; here each has its own, but for those whose name is the wrong value. */
const everySuite = `
import { places } from "../table/places.js"
import { values } from "../table/values.js"

const made = []
const every = Object.entries(values)
for (const [at, [place, { make }]] of Object.entries(places).entries()) {
  const [name, value] = every[at % every.length]
  try {
    made.push(make(value(), place + ", " + name))
  } catch {
    // A getter of the value threw, here and not in passhat: the other test says in which cases.
  }
}
export default made
`

/** What a suite file says of one wrong value, and what passhat then says. */
const files: ReadonlyArray<readonly [what: string, text: string, said: RegExp]> = [
  [
    "an agent without servers",
    'suite("s", agent("asks", { model: "claude-m", prompt: "p" }))',
    /Suite "s", agent "asks": servers is undefined, expected a list of servers\./
  ],
  [
    "a gate that is not called",
    'suite("s", agent("asks", { model: "claude-m", servers: [], prompt: "p" }).pipe(stability, runs(2)))',
    /what a step of a pipe is given is a function, expected an agent; a gate or a fact before it may lack its \(\)\./
  ],
  ["something else", '({ name: "s", agents: 5 })', /main cannot begin: its second argument is an object, expected/]
]

describe.each(everyRuntime)("on %s", (runtime) => {
  test("wrong values are refused with sentences, and none passes", () => {
    using user = emptyProject({
      "package.json": `{ "type": "module" }\n`,
      "table/places.js": plainOf("places.ts"),
      "table/values.js": plainOf("values.ts"),
      "suites/untyped.js": everySuite
    })
    const { code, stderr, stdout } = passhatOn(runtime, ["run", "suites/untyped.js", "--reporter", "json"], {
      cwd: user.folder
    })
    assert.equal(stderr, "")
    assert.equal(code, 2)
    const report = JSON.parse(stdout)
    assert.equal(report.verdict, "none")
    assert.ok(report.suites.length > 150, `${report.suites.length} suites`)
    for (const { issues, verdict, suite } of report.suites) {
      assert.equal(verdict, "none", suite)
      for (const { message } of issues) assert.match(message, /^[^\n]+\.$/, suite)
    }
  })

  test.each(casesOn(runtime, files))("main and passhat refuse %s with the same sentence", (_, text, said) => {
    const file = `import { agent, main, runs, stability, suite } from "passhat"\n\nconst own = ${text}\nexport default own\nawait main(import.meta, own)\n`
    using user = emptyProject({ "package.json": `{ "type": "module" }\n`, "suites/own.js": file })
    for (const { code, stderr, stdout } of [
      user.run("suites/own.js", [], { runtime }),
      passhatOn(runtime, ["run", "suites/own.js"], { cwd: user.folder })
    ]) {
      assert.match(stdout + stderr, said)
      assert.doesNotMatch(stdout + stderr, /\n\s+at |crashed/)
      assert.equal(code, 2)
    }
  })
})
