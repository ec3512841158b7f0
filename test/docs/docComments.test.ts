/**
 * Every public value has a doc comment with an example, and every example compiles and loads.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./blocks.ts"
import { publicValues } from "./docComments.ts"
import { writeExamples } from "./examples.ts"

/** `Schema` is exported only to say where it has moved. */
const values = publicValues().filter(({ name }) => name !== "Schema")
const allExamples = values.flatMap(({ examples }) => examples)
const { fileOf, folder, remove } = writeExamples(allExamples)
afterAll(remove)

describe("doc comments", () => {
  test("every public value has a comment with a description and one example", () => {
    assert.ok(values.length > 60)
    const wrong = values.filter(({ comment, examples }) => !/^[A-Z`]/.test(comment) || examples.length !== 1)
    assert.deepEqual(
      wrong.map(({ name }) => name),
      []
    )
  })

  test("every example type-checks", () => {
    const tsc = join(root, "node_modules/.bin/tsc")
    // Examples may declare a name and stop there.
    const flags = ["-p", folder, "--pretty", "false", "--noUnusedLocals", "false"]
    const { stdout } = spawnSync(tsc, flags, { cwd: folder, encoding: "utf8" })
    // Errors in src itself are reported by the check of the whole repository.
    const errors = stdout.split("\n").filter((line) => line.includes("error TS") && !line.startsWith(".."))
    assert.deepEqual(errors, [])
  })

  test.each(values.flatMap(({ examples, name }) => examples.map((block) => [name, block] as const)))(
    "the example of %s loads",
    async (_, block) => {
      await import(fileOf(block))
    }
  )
})
