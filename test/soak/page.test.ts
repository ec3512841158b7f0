/**
 * docs/reliability.md says what the soaks found, and publishes only figures whose sabotages were seen red.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { keptResult, page } from "../../soak/results.ts"
import { soaks } from "../../soak/soaks.ts"
import { root } from "../app/project.ts"

describe("docs/reliability.md", () => {
  test("is what the soak writes", async () => {
    assert.equal(readFileSync(join(root, "docs/reliability.md"), "utf8"), await page())
  })

  test.each(Object.keys(soaks))("the soak %s has a test of its short form", (name) => {
    assert.ok(existsSync(join(root, `test/soak/${name}.test.ts`)))
  })

  test.each(Object.keys(soaks).filter((name) => keptResult(name) !== undefined))(
    "the figures of %s are those of its long form, with all of its sabotages",
    async (name) => {
      const { command, sabotages, tried } = keptResult(name) ?? assert.fail()
      const soak = (await soaks[name]?.()) ?? assert.fail()
      assert.deepEqual(
        sabotages,
        soak.sabotages.map((sabotage) => sabotage.name)
      )
      assert.ok(command.includes(" --long") && tried > 0)
    }
  )
})
