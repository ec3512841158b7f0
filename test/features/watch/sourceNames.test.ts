import { test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { sourcesNamedIn } from "../../../src/features/watch/sourceNames.ts"
import { root } from "../../app/project.ts"

test("files that a suite names as scripts, sources or a baseline are among those that are watched", async () => {
  const named = (text: string) => sourcesNamedIn(root, [text])
  assert.deepEqual(await named('noRegression({ baseline: "package.json" })'), [join(root, "package.json")])
  assert.deepEqual(await named('command(["node", "build.ts"])'), [join(root, "build.ts")])
  assert.deepEqual(await named('expect("package.json", equals(1))'), [])
})

test("a baseline or a file of rows that does not exist yet is watched, and another file that does not exist is not", async () => {
  const named = (text: string) => sourcesNamedIn(root, [text])
  assert.deepEqual(await named('noRegression({ baseline: "baselines/none.json" })'), [
    join(root, "baselines/none.json")
  ])
  assert.deepEqual(await named('rowsFrom(import.meta, "cases/none so far.csv", Row)'), [
    join(root, "cases/none so far.csv")
  ])
  assert.deepEqual(await named('rowsFrom(import.meta, "./none.csv", Row)'), [], "found like an import")
  assert.deepEqual(await named('command(["node", "none.ts"])'), [])
})
