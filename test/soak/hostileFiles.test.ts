/**
 * Files that others wrote or changed.
 */
import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allReaders } from "../../soak/hostileFiles/readers.ts"
import { followedFiles } from "../../soak/subjects/files.ts"
import { soakTest } from "./soakTest.ts"

await soakTest("hostileFiles")

test("what no command reads to its end is read in process", () => {
  const directory = mkdtempSync(join(tmpdir(), "passhat-readers-"))
  const names = allReaders(directory).map(({ name }) => name)
  rmSync(directory, { recursive: true })
  expect(names).toEqual(expect.arrayContaining(followedFiles.map(({ name }) => name)))
})
