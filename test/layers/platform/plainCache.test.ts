import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { plainCache } from "../../../src/layers/platform/plainCache.ts"

describe("a few words kept outside a project", () => {
  test("are read as they were written, by the project that wrote them", () => {
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    const ours = plainCache("/projects/ours", { PASSHAT_CACHE: base })
    assert.equal(ours.read("note.txt"), undefined)
    ours.write("note.txt", "ärger\n")
    assert.equal(ours.read("note.txt"), "ärger\n")
    assert.equal(plainCache("/projects/theirs", { PASSHAT_CACHE: base }).read("note.txt"), undefined)
    const [folder = ""] = readdirSync(base)
    assert.deepEqual(readdirSync(join(base, folder)), ["note.txt"])
    rmSync(base, { recursive: true })
  })

  test("are not written again when they are there", () => {
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    const cache = plainCache("/project", { PASSHAT_CACHE: base })
    cache.write("note.txt", "same")
    const file = join(base, readdirSync(base)[0]!, "note.txt")
    const { ino } = statSync(file)
    cache.write("note.txt", "same")
    assert.equal(statSync(file).ino, ino)
    cache.write("note.txt", "other")
    assert.equal(cache.read("note.txt"), "other")
    rmSync(base, { recursive: true })
  })

  test("are nowhere when they are off, and nobody is told where they cannot be", () => {
    const off = plainCache("/project", { PASSHAT_CACHE: "off", HOME: tmpdir() })
    off.write("note.txt", "x")
    assert.equal(off.read("note.txt"), undefined)
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    writeFileSync(join(base, "file"), "")
    const blocked = plainCache("/project", { PASSHAT_CACHE: join(base, "file") })
    blocked.write("note.txt", "x")
    assert.equal(blocked.read("note.txt"), undefined)
    const cache = plainCache("/project", { PASSHAT_CACHE: base })
    cache.write("other.txt", "x")
    const folder = join(
      base,
      readdirSync(base).find((name) => name !== "file")!
    )
    mkdirSync(join(folder, "note.txt"))
    cache.write("note.txt", "x")
    assert.deepEqual(readdirSync(folder).toSorted(), ["note.txt", "other.txt"])
    rmSync(base, { recursive: true })
  })
})
