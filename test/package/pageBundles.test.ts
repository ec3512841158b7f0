/**
 * The modules with the script and the style of the pages, which the build makes and git does not have.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root, runtimes } from "../app/project.ts"

setDefaultTimeout(60_000)

const pages = [...new Bun.Glob("**/page/main.ts").scanSync(join(root, "src"))].map((main) => join("src", dirname(main)))
const bundleOf = (page: string): string => join(page, "../bundle.ts")

/** The sources in a folder of their own, without any bundle. */
const copy = () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-pages-"))
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true })
  for (const file of ["package.json", "pageBundles.ts"]) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const page of pages) rmSync(join(folder, bundleOf(page)))
  const write = (): void => {
    const program = `import { writePageBundles } from "./pageBundles.ts"; await writePageBundles()`
    execFileSync(runtimes.bun[0], ["-e", program], { cwd: folder })
  }
  const read = (page: string): string => readFileSync(join(folder, bundleOf(page)), "utf8")
  return { folder, read, write, [Symbol.dispose]: (): void => rmSync(folder, { recursive: true }) }
}

test("the build makes the bundle of each page where it is missing, with the same bytes in every folder", () => {
  using made = copy()
  made.write()
  assert.equal(pages.length, 2)
  for (const page of pages) assert.ok(made.read(page) === readFileSync(join(root, bundleOf(page)), "utf8"), page)
})

test("a bundle that is older than its page, or was edited, is made again, and one that is neither is left alone", () => {
  using made = copy()
  made.write()
  const [edited = "", older = ""] = pages
  const before = made.read(edited)
  appendFileSync(join(made.folder, bundleOf(edited)), "// by hand\n")
  appendFileSync(join(made.folder, older, "main.ts"), "globalThis.isNewer = true\n")
  made.write()
  assert.ok(made.read(edited) === before)
  assert.ok(made.read(older).includes("isNewer"))
  const written = statSync(join(made.folder, bundleOf(edited))).mtimeMs
  made.write()
  assert.equal(statSync(join(made.folder, bundleOf(edited))).mtimeMs, written)
})

test.skipIf(!existsSync(join(root, ".git")))("git ignores the bundles", () => {
  const { stdout } = spawnSync("git", ["check-ignore", ...pages.map(bundleOf)], { cwd: root, encoding: "utf8" })
  assert.deepEqual(stdout.trimEnd().split("\n"), pages.map(bundleOf))
})
