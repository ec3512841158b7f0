import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import jsr from "../../jsr.json" with { type: "json" }
import manifest from "../../package.json" with { type: "json" }
import { root } from "../app/project.ts"
import { run } from "./process.ts"
import { isOnline } from "./tarball.ts"

setDefaultTimeout(300_000)

const online = await isOnline()
if (!online) console.log("The registry cannot be reached: the tests that would publish are skipped.")

test("the package of JSR has the version, license and exports of the package of npm", () => {
  assert.deepEqual([jsr.version, jsr.license], [manifest.version, manifest.license])
  const doors = Object.keys(manifest.exports).filter((door) => !/\.(?:json|md|txt)$/.test(door))
  assert.deepEqual(Object.keys(jsr.exports).toSorted(), [...doors, "./cli"].toSorted())
})

test("the package of JSR has the dependencies of the package of npm", () => {
  const { dependencies, devDependencies, peerDependencies } = manifest
  const asked = new Map(Object.entries({ ...devDependencies, ...dependencies, ...peerDependencies }))
  for (const [name, specifier] of Object.entries(jsr.imports)) {
    assert.equal(specifier, `npm:${name}@${asked.get(name)}`)
  }
})

test.skipIf(!online)("the package of JSR can be published", async () => {
  const deno = join(root, "node_modules/.bin/deno")
  const args = ["publish", "--dry-run", "--allow-dirty", "--allow-slow-types", "--config", "jsr.json"]
  const { code, stderr } = await run({ cwd: root, env: { NO_COLOR: "1" } }, deno, ...args)
  assert.equal(code, 0, stderr.slice(-2000))
})

test.skipIf(!online)("the package of npm can be published", async () => {
  const { code, stderr } = await run({ cwd: root }, "npm", "publish", "--dry-run", "--ignore-scripts")
  assert.equal(code, 0, stderr.slice(-2000))
})
