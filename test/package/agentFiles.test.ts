/**
 * What the package tells coding agents.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import jsr from "../../jsr.json" with { type: "json" }
import manifest from "../../package.json" with { type: "json" }
import { agentFiles } from "../../agentFiles.ts"
import { pages, read, root } from "../docs/blocks.ts"

const files = new Map(agentFiles())
const linksOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, file = ""]) => file)

test("dist has the files that docs make, under names that both packages export or include", () => {
  assert.deepEqual([...files.keys()], ["AGENTS.md", "llms.txt"])
  for (const [name, text] of files) {
    assert.equal(readFileSync(join(root, "dist", name), "utf8"), text)
    assert.equal(Reflect.get(manifest.exports, `./${name}`), `./dist/${name}`)
    assert.ok(jsr.publish.include.includes(`dist/${name}`) && jsr.publish.exclude.includes(`!dist/${name}`))
  }
})

test("AGENTS.md is docs/coding-agents.md, and links to nothing that the package does not have", () => {
  const text = files.get("AGENTS.md") ?? ""
  const page = read("docs/coding-agents.md")
  assert.deepEqual(text.match(/^#.*$/gm), page.match(/^#.*$/gm))
  assert.deepEqual([...new Set(linksOf(text))], ["llms.txt"])
})

test("llms.txt has every page that AGENTS.md links to, word for word, and names every other page", () => {
  const text = files.get("llms.txt") ?? ""
  const linked = [...new Set(linksOf(read("docs/coding-agents.md")))].map((file) => join("docs", file))
  assert.ok(linked.length > 8)
  for (const page of linked) {
    assert.ok(existsSync(join(root, page)))
    assert.ok(text.includes(`<!-- ${page} -->\n\n${read(page)}`), page)
  }
  const others = pages.filter((page) => page.startsWith("docs/") && !linked.includes(page))
  for (const page of others) assert.equal(text.includes(`\n- ${page}: `), page !== "docs/coding-agents.md", page)
})
