/**
 * The short form of a soak as tests: its promise holds, and its sabotages still replace a text of the sources.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SEED } from "../../soak/flags.ts"
import { broken } from "../../soak/sabotage.ts"
import { soaks } from "../../soak/soaks.ts"
import { root } from "../app/project.ts"

export const soakTest = async (name: string): Promise<void> => {
  setDefaultTimeout(180_000)
  const soak = (await soaks[name]?.()) ?? assert.fail(`no soak is called ${name}`)
  describe(`the soak ${name}`, () => {
    test(`finds no offence: ${soak.promise}`, async () => {
      const { offences, tried } = await soak.run({ long: false, seed: SEED, say: () => {} })
      assert.deepEqual(offences, [])
      assert.ok(tried > 0, "no trial was made")
    })

    test.each(soak.sabotages)("the sabotage $name still replaces one text of the sources", (sabotage) => {
      const text = readFileSync(join(root, sabotage.file), "utf8")
      assert.notEqual(broken(text, sabotage), text)
    })

    test("has a name and at least one sabotage", () => {
      assert.equal(soak.name, name)
      assert.ok(soak.sabotages.length > 0)
    })
  })
}
