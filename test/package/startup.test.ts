/**
 * The modules that a replay loads before it begins. Each module that is added here slows down every run.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../app/project.ts"

const dist = join(root, "dist")
const textOf = (file: string): string => readFileSync(file, "utf8")

/** A file of the bundle and all that it imports at once: files of the bundle, and names of other modules. */
const loadedBy = (file: string, seen: Set<string> = new Set()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, from = ""] of textOf(file).matchAll(/(?:^|[;}\n])(?:import|export)\b[^"();]*"([^"]+)"/g)) {
    if (from.startsWith(".")) loadedBy(join(dirname(file), from), seen)
    else seen.add(from)
  }
  return seen
}

/** What a suite loads before it is judged. */
const replay = [...loadedBy(join(dist, "index.js"))]

const fast = /^node:(?:fs|module|path|process|timers)$/

test("a replay loads no package, and only fast modules of the runtime", () => {
  assert.ok(replay.includes("node:fs"), "the imports were not understood")
  assert.deepEqual(
    replay.filter((name) => !name.startsWith(dist) && !fast.test(name)),
    []
  )
})

test("a replay loads two files", () => {
  assert.equal(replay.filter((name) => name.startsWith(dist)).length, 2)
})

/** Asserts that each word is in the bundle, and in none of these files. */
const lack = (files: ReadonlyArray<string>, ...words: ReadonlyArray<string>): void => {
  const all = readdirSync(join(dist, "chunks")).map((name) => join(dist, "chunks", name))
  for (const word of words) {
    const having = all.filter((file) => textOf(file).includes(word))
    assert.ok(having.length > 0, `nothing in the bundle has ${word}: choose another`)
    assert.deepEqual(
      having.filter((file) => files.includes(file)),
      [],
      word
    )
  }
}

test("a replay loads neither Schema, command line and FileSystem of effect nor the code of live runs", () => {
  // A word of each: Schema, help, FileSystem, providers, MCP, runs that are performed, JSON Schema, flags that were given.
  lack(
    replay,
    "~effect/Schema/Schema",
    "formatHelpDoc",
    "FileSystem",
    "/v1/messages",
    "tools/call",
    "runTimeout.",
    "strictTypes",
    "parseArgs"
  )
})

test("a replay loads less than 425 kB", () => {
  const bytes = replay
    .filter((name) => name.startsWith(dist))
    .reduce((sum, file) => sum + Buffer.byteLength(textOf(file)), 0)
  assert.ok(bytes > 100_000 && bytes < 425_000, `${bytes} bytes`)
})

test.each(readdirSync(join(dist, "edges/adapters")))(
  "an adapter adds four files at most and 8 kB to a replay, and no package: %s",
  (name) => {
    const added = [...loadedBy(join(dist, "edges/adapters", name))].filter((file) => !replay.includes(file))
    const files = added.filter((file) => file.startsWith(dist))
    assert.deepEqual(
      added.filter((file) => !file.startsWith(dist) && !fast.test(file)),
      []
    )
    const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(textOf(file)), 0)
    assert.ok(files.length <= 4 && bytes > 500 && bytes < 8_000, `${files.length} files, ${bytes} bytes`)
  }
)
