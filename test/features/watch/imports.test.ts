import { afterAll, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { filesOf, importsOf } from "../../../src/features/watch/imports.ts"
import { layer } from "../../../src/engine/layers/platform/fileSystem.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-imports-"))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

test("every kind of relative import is found, and no other", () => {
  const text = [
    `import a, { type B } from "./a.ts"`,
    `import "../b.ts"`,
    `export * from './c.ts'`,
    `const d = await import("./d.json", { with: { type: "json" } })`,
    `import {\n  e\n} from "./e.ts"`,
    `const rows = rowsFrom(import.meta, "./f.csv", Row)`,
    `import { agent } from "passhat"`,
    `import fs from "node:fs"`
  ].join("\n")
  assert.deepEqual(importsOf("/p/suites/s.ts", text), [
    "/p/suites/a.ts",
    "/p/b.ts",
    "/p/suites/c.ts",
    "/p/suites/d.json",
    "/p/suites/e.ts",
    "/p/suites/f.csv"
  ])
})

test("imports are followed through files, cycles, other extensions and missing files", async () => {
  mkdirSync(join(folder, "lib"))
  write("suite.ts", `import "./one.js"\nimport "./lib"\nimport "./missing.ts"\n`)
  write("one.ts", `import "./suite.ts"\nimport "./two"\n`)
  write("two.ts", "")
  write("lib/index.ts", "")
  const files = await Effect.runPromise(Effect.provide(filesOf(join(folder, "suite.ts"), new Map()), layer))
  assert.deepEqual(
    files.map((file) => file.slice(folder.length + 1)),
    ["suite.ts", "one.ts", "lib/index.ts", "missing.ts", "two.ts"]
  )
})
