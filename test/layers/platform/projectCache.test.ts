import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer } from "../../../src/layers/platform/fileSystem.ts"
import { type ProjectCache, projectCache } from "../../../src/layers/platform/projectCache.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-cache-"))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (cache: ProjectCache, name = "note") =>
  Effect.runPromise(Effect.provide(cache.read(name), layer)).then(Option.getOrUndefined)
const write = (cache: ProjectCache, text: string) => Effect.runPromise(Effect.provide(cache.write("note", text), layer))

describe("what is kept of a project", () => {
  test("is read back, and apart from what is kept of another", async () => {
    const [one, other] = ["/a", "/b"].map((root) => projectCache(root, { PASSHAT_CACHE: folder }))
    assert.ok(one !== undefined && other !== undefined)
    await write(one, "first")
    assert.deepEqual([await read(one), await read(other), await read(one, "else")], ["first", undefined, undefined])
    await write(one, "second")
    assert.equal(await read(one), "second")
  })

  test("is where the environment says, first of all PASSHAT_CACHE", async () => {
    const places: ReadonlyArray<readonly [string, { readonly [name: string]: string }]> = [
      ["p", { PASSHAT_CACHE: join(folder, "p"), XDG_CACHE_HOME: join(folder, "no"), HOME: join(folder, "no") }],
      ["x/passhat", { PASSHAT_CACHE: "", XDG_CACHE_HOME: join(folder, "x"), HOME: join(folder, "no") }],
      ["h/.cache/passhat", { XDG_CACHE_HOME: "relative", HOME: join(folder, "h") }],
      ["u/.cache/passhat", { USERPROFILE: join(folder, "u") }]
    ]
    for (const [place, environment] of places) {
      await write(projectCache("/a", environment), "text")
      assert.equal(readdirSync(join(folder, place)).length, 1, place)
    }
  })

  test("is nothing where there is no place for it", async () => {
    writeFileSync(join(folder, "file"), "")
    for (const nowhere of [projectCache("/a", {}), projectCache("/a", { PASSHAT_CACHE: join(folder, "file") })]) {
      await write(nowhere, "text")
      assert.equal(await read(nowhere), undefined)
    }
  })

  test("is not written again when it is the same", async () => {
    const cache = projectCache("/same", { PASSHAT_CACHE: join(folder, "same") })
    const inode = () => {
      const [project = ""] = readdirSync(join(folder, "same"))
      return statSync(join(folder, "same", project, "note")).ino
    }
    await write(cache, "text")
    const before = inode()
    await write(cache, "text")
    assert.equal(inode(), before)
  })
})
