import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { projectCache } from "../../../../src/engine/layers/platform/projectCache.ts"

describe("files in the cache of a project", () => {
  test("are read unchanged, by the project that wrote them", () => {
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    const ours = projectCache("/projects/ours", { PASSHAT_CACHE: base })
    assert.equal(ours.read("note.txt"), undefined)
    ours.write("note.txt", "ärger\n")
    assert.equal(ours.read("note.txt"), "ärger\n")
    assert.equal(projectCache("/projects/theirs", { PASSHAT_CACHE: base }).read("note.txt"), undefined)
    const [folder = ""] = readdirSync(base)
    assert.deepEqual(readdirSync(join(base, folder)), ["note.txt"])
    rmSync(base, { recursive: true })
  })

  test("are in the directory that the environment names, PASSHAT_CACHE first", () => {
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    const places: ReadonlyArray<readonly [string, { readonly [name: string]: string }]> = [
      ["p", { PASSHAT_CACHE: join(base, "p"), XDG_CACHE_HOME: join(base, "no"), HOME: join(base, "no") }],
      ["x/passhat", { PASSHAT_CACHE: "", XDG_CACHE_HOME: join(base, "x"), HOME: join(base, "no") }],
      ["h/.cache/passhat", { XDG_CACHE_HOME: "relative", HOME: join(base, "h") }],
      ["u/.cache/passhat", { USERPROFILE: join(base, "u") }]
    ]
    for (const [place, environment] of places) {
      projectCache("/a", environment).write("note.txt", "text")
      assert.equal(readdirSync(join(base, place)).length, 1, place)
    }
    const nowhere = projectCache("/a", {})
    nowhere.write("note.txt", "text")
    assert.equal(nowhere.read("note.txt"), undefined)
    rmSync(base, { recursive: true })
  })

  test("are not written again if they are unchanged", () => {
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    const cache = projectCache("/project", { PASSHAT_CACHE: base })
    cache.write("note.txt", "same")
    const file = join(base, readdirSync(base)[0]!, "note.txt")
    const { ino } = statSync(file)
    cache.write("note.txt", "same")
    assert.equal(statSync(file).ino, ino)
    cache.write("note.txt", "other")
    assert.equal(cache.read("note.txt"), "other")
    rmSync(base, { recursive: true })
  })

  test("are undefined if the cache is off or cannot be written, without an error", () => {
    const off = projectCache("/project", { PASSHAT_CACHE: "off", HOME: tmpdir() })
    off.write("note.txt", "x")
    assert.equal(off.read("note.txt"), undefined)
    const base = mkdtempSync(join(tmpdir(), "passhat-"))
    writeFileSync(join(base, "file"), "")
    const blocked = projectCache("/project", { PASSHAT_CACHE: join(base, "file") })
    blocked.write("note.txt", "x")
    assert.equal(blocked.read("note.txt"), undefined)
    const cache = projectCache("/project", { PASSHAT_CACHE: base })
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
