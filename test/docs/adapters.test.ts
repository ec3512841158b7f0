/**
 * The examples of the page about adapters use packages that passhat does not install: they are lines of files that `npm run test:frameworks`
 * compiles with the real packages.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { dirname, join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { blocksOf, read } from "./blocks.ts"

const page = "docs/adapters.md"
const examples = blocksOf(page).map(({ info, text }) => [info, text.split("\n").filter((line) => line !== "")] as const)

/** The lines of a file, with the names under which users install its packages. */
const linesOf = (file: string): ReadonlyArray<string> => {
  const { dependencies } = JSON.parse(read(join(dirname(file), "package.json")))
  const names = Object.entries<string>(dependencies).map(([alias, version]) => [alias, /^npm:(.+)@/.exec(version)?.[1]])
  return names
    .reduce<string>(
      (code, [alias, name]) => (name === undefined ? code : code.replaceAll(`"${alias}"`, `"${name}"`)),
      read(file)
    )
    .split("\n")
}

describe(page, () => {
  test.each(examples)("every line of %s is compiled there, in this order", (info, lines) => {
    const [, file = assert.fail("the example is not marked")] =
      /^ts (test\/frameworks\/\w+\/[\w/]+\.ts)$/.exec(info) ?? []
    const compiled = linesOf(file)
    let from = 0
    for (const line of lines) {
      const at = compiled.indexOf(line, from)
      assert.ok(at >= 0, `${line} is not in the file, or not in this order`)
      from = at + 1
    }
  })

  test.each(examples)("the agent of %s takes ten lines at most beside its imports", (_, lines) => {
    const count = lines.filter((line) => !line.startsWith("import ")).length
    assert.ok(count > 3 && count <= 10, `${count} lines`)
  })

  test("has an example of every adapter, and names each in its table", () => {
    const doors = Object.keys(manifest.exports).filter((door) => door.startsWith("./adapters/"))
    assert.ok(doors.length > 0)
    for (const door of doors.map((one) => one.replace("./", "passhat/"))) {
      assert.ok(
        examples.some(([, lines]) => lines.some((line) => line.endsWith(` from "${door}"`))),
        `no example imports ${door}`
      )
      assert.match(read(page), new RegExp(`^\\|.*\`${door}\``, "m"))
    }
  })
})
