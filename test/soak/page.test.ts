/**
 * docs/reliability.md says what the soaks found, and every soak has a test, a result, and sabotages that were seen red.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { keptResult, page } from "../../soak/results.ts"
import { soaks } from "../../soak/soaks.ts"
import { root } from "../cli/project.ts"

describe("docs/reliability.md", () => {
  test("is what the soak writes", async () => {
    assert.equal(readFileSync(join(root, "docs/reliability.md"), "utf8"), await page())
  })

  test.each(Object.keys(soaks))("the soak %s has a test and a long result with all of its sabotages", async (name) => {
    assert.ok(existsSync(join(root, `test/soak/${name}.test.ts`)), "no short form in npm test")
    const result = keptResult(name) ?? assert.fail("no figures were kept")
    const { sabotages } = (await soaks[name]?.()) ?? assert.fail("no soak")
    assert.deepEqual(
      result.sabotages,
      sabotages.map((sabotage) => sabotage.name)
    )
    assert.ok(result.command.includes(" --long"), "the figures are of the short form")
    assert.ok(result.tried > 0)
  })
})
