import { test } from "bun:test"
import assert from "node:assert/strict"
import jsr from "../../jsr.json" with { type: "json" }
import manifest from "../../package.json" with { type: "json" }

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
