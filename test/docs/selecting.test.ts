/**
 * docs/selecting.md: the verbs, flags and variables that it names.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import * as selection from "../../src/language/dsl/selection.ts"
import { selectionFlags } from "../../src/app/flags/runFlags.ts"
import { allRunFlags } from "../program.ts"
import { read } from "./blocks.ts"

const page = read("docs/selecting.md")
const spelled = (names: object): ReadonlyArray<string> =>
  Object.keys(names).map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))

test("every verb and every flag of a selection is on the page", () => {
  for (const verb of Object.keys(selection)) assert.match(page, new RegExp(`\\| \`${verb}[(\`]`))
  for (const flag of spelled(selectionFlags)) assert.match(page, new RegExp(`\\| \`--${flag}[ \`]`))
})

test("every flag of the page exists", () => {
  const told = Array.from(page.matchAll(/--([a-z][a-z-]*)/g), ([, name = ""]) => name)
  assert.ok(told.includes("watch") && told.includes("bail") && told.includes("failed"))
  assert.deepEqual(
    told.filter((name) => !spelled(allRunFlags).includes(name)),
    []
  )
})

test("every variable of the page is read", () => {
  const source = read("src/engine/layers/platform/projectCache.ts")
  for (const [, name = ""] of page.matchAll(/`([A-Z_]+_[A-Z_]+)`/g)) assert.match(source, new RegExp(`\\b${name}\\b`))
})
