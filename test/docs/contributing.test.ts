/**
 * CONTRIBUTING.md, AGENTS.md and the workflows: the commands and files that they name exist.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { read, root } from "./blocks.ts"

const workflows = ["test", "release"].map((name) => `.github/workflows/${name}.yml`)

describe("contributing", () => {
  test.each(["CONTRIBUTING.md", "AGENTS.md"])("%s names only commands and files that exist", (page) => {
    const commands = Array.from(read(page).matchAll(/npm run ([\w:-]+)/g), ([, name = ""]) => name)
    assert.ok(["test:world", "test:matrix"].every((name) => commands.includes(name)))
    assert.deepEqual(
      commands.filter((name) => !(name in manifest.scripts)),
      []
    )
    const files = Array.from(
      read(page).matchAll(/`((?:\.github|src|test|bench|docs)\/[\w./-]*)`/g),
      ([, file = ""]) => file
    )
    assert.ok(files.length > 2)
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file)) && file !== "test/"),
      []
    )
  })

  test("AGENTS.md has a row for every room", () => {
    const rooms = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const firstCells = read("AGENTS.md").replace(/^(\| [^|]+).*$/gm, "$1")
    assert.deepEqual(
      rooms.map(({ name }) => name).filter((name) => !firstCells.includes(`\`${name}\``)),
      []
    )
  })
})

describe("workflows", () => {
  test.each(workflows)("%s runs the test command of the README", (file) => {
    const command = /^(npm ci && npm test) /m.exec(read("README.md"))?.[1] ?? assert.fail("the README has it")
    assert.ok(read(file).includes(`- run: ${command}\n`))
  })

  test("the tests run on every supported major version of Node", () => {
    const [, versions = ""] = /node: \[(.+)\]/.exec(read(".github/workflows/test.yml")) ?? []
    assert.deepEqual(versions.split(", "), ["20", "22", "24"])
    assert.match(manifest.engines.node, />=20\b/)
  })

  test.each(workflows)("%s pins its actions to commits", (file) => {
    const actions = Array.from(read(file).matchAll(/uses: (\S+)/g), ([, action = ""]) => action)
    assert.ok(actions.length > 0)
    assert.deepEqual(
      actions.filter((action) => !/@[0-9a-f]{40}$/.test(action)),
      []
    )
  })
})
