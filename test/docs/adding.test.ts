/**
 * docs/architecture.md: who follows the table of a section adds a gate, a reporter, a provider, a command or a feature, and every file of the
 * table is needed.
 */
import { afterAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import type { Addition } from "./adding/Addition.ts"
import { checkout } from "./adding/checkout.ts"
import { command } from "./adding/command.ts"
import { feature } from "./adding/feature.ts"
import { gate } from "./adding/gate.ts"
import { provider } from "./adding/provider.ts"
import { reporter } from "./adding/reporter.ts"
import { read } from "./blocks.ts"

setDefaultTimeout(300_000)

const additions: ReadonlyArray<Addition> = [gate, reporter, provider, command, feature]

const copy = checkout()
afterAll(copy.remove)

const sections = read("docs/architecture.md").split(/^## /m)

const sectionOf = ({ section }: Addition): string =>
  sections.find((text) => text.startsWith(`${section}\n`)) ?? assert.fail(`There is no section "${section}".`)

/** The files of a section's table, with the name of the addition in its place. */
const rowsOf = (addition: Addition): ReadonlyArray<string> =>
  Array.from(sectionOf(addition).matchAll(/^\| (`.*?`) +\|/gm), ([, cell = ""]) => cell)
    .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = ""]) => path))
    .map((path) => path.replaceAll(/<\w+>/g, addition.name))

/** Without repetition. */
const lawsOf = ({ files }: Addition): ReadonlyArray<ReadonlyArray<string>> => [
  ...new Map(Object.values(files).map(({ heldBy }) => [heldBy.join(" "), heldBy])).values()
]

describe.each(additions.map((addition) => [addition.section, addition] as const))("%s", (section, addition) => {
  const files = Object.entries(addition.files)
  const rows = rowsOf(addition)

  test("the table has a row for every file that is needed, and no other", () => {
    const named = files.map(([path]) => path)
    assert.deepEqual(
      [
        ...named.filter((path) => !rows.includes(path)).map((path) => `"${section}" leaves out ${path}.`),
        ...rows.filter((row) => !named.includes(row)).map((row) => `"${section}" has ${row}, which is not tried.`)
      ],
      []
    )
  })

  test("with the files of the table, the addition works", () => {
    using _ = copy.add(addition, rows)
    for (const tests of [["test/architecture.test.ts"], ...lawsOf(addition)]) {
      const { code, output } = copy.run("test", ...tests)
      assert.equal(code, 0, output)
    }
    if (addition.shown !== undefined)
      assert.match(copy.run("run", ...addition.shown.args).output, addition.shown.prints)
    const isSame = copy.run("test", "test/app/flags/help.test.ts").code === 0
    assert.equal(isSame, !sectionOf(addition).includes("npm run snapshots"), "the section says whether help changes")
  })

  test.each(files)("without %s, a test fails", (path, { heldBy }) => {
    const others = rows.filter((row) => row !== path)
    using _ = copy.add(addition, others)
    const { code, output } = copy.run("test", ...heldBy)
    assert.equal(code, 1, output)
  })
})

test("all additions together are type-checked", () => {
  using undo = new DisposableStack()
  for (const addition of additions) undo.use(copy.add(addition, rowsOf(addition)))
  const { code, output } = copy.typeCheck(additions.flatMap(({ files }) => Object.keys(files)))
  assert.equal(code, 0, output)
})

test("a feature is gone with its folders and the lines that name it", () => {
  const original = copy.hash()
  copy.add(feature, rowsOf(feature))
  assert.notEqual(copy.hash(), original)
  copy.erase(feature)
  assert.equal(copy.hash(), original)
})
