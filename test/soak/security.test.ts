/**
 * SECURITY.md promises what soaks try.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { soaks } from "../../soak/soaks.ts"
import { root } from "../app/project.ts"

const text = readFileSync(join(root, "SECURITY.md"), "utf8")
const [, promised = ""] = /## What is promised\n([^]*?)\n## /.exec(text) ?? []
const promises = promised.trim().split(/^- /m).slice(1)

describe("SECURITY.md", () => {
  test("has promises, and each of them names a soak", () => {
    assert.ok(promises.length > 0)
    for (const promise of promises) assert.match(promise, /\(`soak\/\w+`\)\.\s*$/)
  })

  test.each([...new Set([...text.matchAll(/`soak\/(\w+)`/g)].map(([, name = ""]) => name))])(
    "names the soak %s, which docs/reliability.md describes",
    (name) => {
      assert.ok(name in soaks, "there is no such soak")
      assert.ok(readFileSync(join(root, "docs/reliability.md"), "utf8").includes(`\n## ${name}\n`))
    }
  )
})
