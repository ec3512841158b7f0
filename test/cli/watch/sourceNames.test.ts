import { test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { sourcesNamedIn } from "../../../src/cli/watch/sourceNames.ts"
import { root } from "../project.ts"

test("files that a suite names as scripts, sources or a baseline are among those that are watched", async () => {
  const named = (text: string) => sourcesNamedIn(root, [text])
  assert.deepEqual(await named('noRegression({ baseline: "package.json" })'), [join(root, "package.json")])
  assert.deepEqual(await named('command(["node", "build.ts"])'), [join(root, "build.ts")])
  assert.deepEqual(await named('expect("package.json", equals(1))'), [])
})
