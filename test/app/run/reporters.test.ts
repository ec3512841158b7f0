import { test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join, parse } from "node:path"
import { readers } from "../../../soak/output/structures.ts"
import { reporters } from "../../reporters.ts"
import { plain, sample, renderText } from "../../edges/report/sample.ts"
import { root } from "../project.ts"

test("the first reporter, which is the default, is pretty", () => {
  assert.equal(reporters[0]?.name, "pretty")
})

test("every file of a format is in a table of reporters", () => {
  const folder = join(root, "src/edges/report/formats")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
  const named = files.filter((file) => readFileSync(join(folder, file), "utf8").includes(": Reporter = {"))
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.map((file) => parse(file).name).filter((format) => !reporters.some(({ name }) => name === format)),
    []
  )
})

test.each(reporters)("$name has a reader of its format, and a row in docs/reports.md", ({ name }) => {
  assert.ok(name in readers)
  assert.match(readFileSync(join(root, "docs/reports.md"), "utf8"), new RegExp(`^\\| \`${name}\` `, "m"))
})

test.each(reporters)("$name is loaded under its own name, and ends with exactly one line break", async (named) => {
  const reporter = await named.load()
  assert.equal(reporter.name, named.name)
  assert.match(renderText(reporter, sample, plain), /[^\n]\n$/)
})

test.each(reporters)("$name gives the same text for the same report each time", async ({ load }) => {
  const reporter = await load()
  assert.equal(renderText(reporter, sample, plain), renderText(reporter, sample, plain))
})
