/**
 * Packages that are links, as pnpm and workspaces install them.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { everyRuntime } from "../everyRuntime.ts"
import { emptyProject, passhatOn } from "../project.ts"

const suite = `
import { createRequire } from "node:module"
const load = createRequire(import.meta.url)
const real = load("../packages/pieces/index.cjs")
if (load("pieces") !== real) throw new Error("there are two copies of pieces")
console.log("one copy")
`

test.each(everyRuntime)(
  "on %s, a suite that loads a linked package gets no second copy, also into a pipe",
  (runtime) => {
    using user = emptyProject({
      "package.json": `{ "type": "module" }\n`,
      "packages/pieces/index.cjs": "module.exports = {}\n",
      "packages/pieces/package.json": `{ "name": "pieces", "main": "index.cjs" }\n`,
      "suites/board.ts": suite
    })
    symlinkSync(join(user.folder, "packages/pieces"), join(user.folder, "node_modules/pieces"))
    const { stderr, stdout } = passhatOn(runtime, ["plan"], { cwd: user.folder })
    assert.match(`${stdout}${stderr}`, /one copy/)
  }
)
