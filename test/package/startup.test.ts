/**
 * What a replay has to load before it can begin. Start-up is a feature: whatever is added here, every run pays for.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../cli/project.ts"

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

/** What a suite imports, which is all that a small replay needs; and what every other command of a suite is. */
const small = [...loadedBy(join(dist, "index.js"))]
const suiteMain = small
  .filter((file) => file.startsWith(dist))
  .flatMap((file) =>
    Array.from(textOf(file).matchAll(/\bsuiteMain:\w+\}=await import\("([^"]+)"\)/g), ([, from = ""]) =>
      join(dirname(file), from)
    )
  )
const replay = [...new Set([...small, ...suiteMain.flatMap((file) => [...loadedBy(file)])])]

test("a replay loads no package, and of the runtime only what is quick to load", () => {
  const quick = /^node:(?:fs|fs\/promises|module|path|process|timers|url)$/
  assert.ok(replay.includes("node:fs/promises"), "the imports were not understood")
  assert.deepEqual(
    replay.filter((name) => !name.startsWith(dist) && !quick.test(name)),
    []
  )
})

/** Each word stands for something that is in the bundle, and in none of these files. */
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

test("a replay loads neither the command line nor what only live runs need", () => {
  // A word of each: of the command line, of providers, of MCP, of runs that are performed, of JSON Schema.
  lack(replay, "UnrecognizedOption", "/v1/messages", "tools/call", "runTimeout.", "strictTypes")
})

test("a small replay loads neither effect's Schema nor its fibers", () => {
  lack(small, "~effect/Schema/Schema", "~effect/Duration", "effect/Scheduler")
})

test("a replay loads less than half a megabyte", () => {
  const bytes = replay
    .filter((name) => name.startsWith(dist))
    .reduce((sum, file) => sum + Buffer.byteLength(textOf(file)), 0)
  assert.ok(bytes > 100_000 && bytes < 500_000, `${bytes} bytes`)
})
