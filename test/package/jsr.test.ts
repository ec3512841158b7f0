import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import jsr from "../../jsr.json" with { type: "json" }
import manifest from "../../package.json" with { type: "json" }
import { root } from "../app/project.ts"
import { run } from "./process.ts"
import { isOnline } from "./tarball.ts"

setDefaultTimeout(300_000)

const online = await isOnline()
if (!online) console.log("The registry cannot be reached: the test that would publish on JSR is skipped.")

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

// Slow types: the types of Schemas are inferred, and writing them out would state each noun of `domain` twice.
test.skipIf(!online)("the package of JSR can be published, with what the build and the docs make", async () => {
  const deno = join(root, "node_modules/.bin/deno")
  const args = ["publish", "--dry-run", "--allow-dirty", "--allow-slow-types", "--config", "jsr.json"]
  const { code, stderr, stdout } = await run({ cwd: root, env: { NO_COLOR: "1" } }, deno, ...args)
  assert.equal(code, 0, stderr.slice(-2000))
  const pages = [...new Bun.Glob("src/**/page/main.ts").scanSync(root)].map((main) => join(main, "../../bundle.ts"))
  const made = [...pages, "dist/AGENTS.md", "dist/llms.txt"]
  assert.equal(made.length, 4)
  assert.deepEqual(
    made.filter((file) => !`${stdout}${stderr}`.includes(`/${file} (`)),
    []
  )
})

test("the package of npm can be published", async () => {
  const { code, stderr } = await run({ cwd: root }, "npm", "publish", "--dry-run", "--ignore-scripts")
  assert.equal(code, 0, stderr.slice(-2000))
})

test("the lockfile names no registry, and the version of Deno is exact", () => {
  const read = (file: string): string => readFileSync(join(root, file), "utf8")
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, object> }
  assert.deepEqual(
    Object.entries(packages).flatMap(([path, locked]) => ("resolved" in locked ? [path] : [])),
    []
  )
  assert.match(read(".npmrc"), /^omit-lockfile-registry-resolved=true$/m)
  assert.match(manifest.devDependencies.deno, /^\d+\.\d+\.\d+$/)
})
