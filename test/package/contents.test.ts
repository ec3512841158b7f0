/**
 * The files of the package.
 */
import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../app/project.ts"
import { pack, packQuickly } from "./tarball.ts"

setDefaultTimeout(60_000)

const home = mkdtempSync(join(tmpdir(), "passhat-contents-"))
afterAll(() => rmSync(home, { recursive: true }))

let tarball = ""
beforeAll(() => {
  tarball = pack(home)
})

test("the package contains exactly the expected files", () => {
  const listed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trimEnd().split("\n")
  const files = listed.map((file) =>
    file
      .replace(/^package\//, "")
      .replace(/chunks\/[a-z0-9]+\.js$/, "chunks/*.js")
      .replace(/^dist\/types\/.*/, "dist/types/**")
  )
  const kept = readFileSync(join(import.meta.dirname, "contents.txt"), "utf8")
    .trimEnd()
    .split("\n")
  assert.deepEqual([...new Set(files)].toSorted(), kept)
})

/** The bytes of every file of a tarball. */
const unpackedTo = (name: string, packed: string): ReadonlyMap<string, string> => {
  const folder = join(home, name)
  mkdirSync(folder)
  execFileSync("tar", ["-xzf", packed, "-C", folder])
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  return new Map(files.map((file) => [file.slice(folder.length), readFileSync(file, "latin1")]))
}

test("npm and Bun pack the same files, byte for byte", () => {
  const byNpm = unpackedTo("npm", tarball)
  assert.ok(byNpm.size > 5)
  assert.deepEqual(unpackedTo("bun", packQuickly(mkdtempSync(join(home, "by-bun-")))), byNpm)
})

test("the packed package.json has no script that installing or packing the package would run", () => {
  const manifest = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" })
  const { scripts } = JSON.parse(manifest) as { readonly scripts: object }
  assert.deepEqual(
    Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare|prepublish(?:Only)?|pack)$/.test(name)),
    []
  )
})

test("the tarball is under 1.3 megabytes", () => {
  const { length } = readFileSync(tarball)
  assert.ok(length < 1_300_000, `${length} bytes`)
})

test("declarations import only effect and each other", () => {
  const types = join(root, "dist/types")
  const named = readdirSync(types, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    // Comments have examples, which import passhat itself.
    .map((file) => readFileSync(join(types, file), "utf8").replaceAll(/\/\*[^]*?\*\//g, ""))
    .flatMap((text) => [...text.matchAll(/(?:from |import\()"([^"./]+)/g)])
    .map(([, name]) => name)
  assert.deepEqual([...new Set(named)], ["effect"])
})

test("every file has the @bun mark and only ASCII characters", () => {
  const dist = join(root, "dist")
  const texts = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(dist, file), "utf8"))
  assert.ok(texts.length > 5)
  assert.ok(texts.every((text) => /^(?:#!.*\n)?\/\/ @bun\n/.test(text)))
  assert.ok(texts.every((text) => Buffer.byteLength(text) === text.length))
})
