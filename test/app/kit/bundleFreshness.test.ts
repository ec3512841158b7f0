import { test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import { version } from "../../../src/app/kit/version.ts"
import { root, runtimes } from "../project.ts"

/** A checkout of its own, with the bundle as it is. */
const checkout = () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-"))
  for (const part of ["dist", "src", "suites", "cassettes", "package.json"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  return {
    folder,
    [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true })
  }
}

const start = (folder: string, ...[command, ...before]: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(command ?? "", [...before, join(folder, "suites/weather.ts")], {
    encoding: "utf8",
    cwd: folder
  })
  return { status, stderr, stdout }
}

const refusal =
  "This bundle of passhat was not made of the sources beside it. Run npm run build, or leave npm run dev running.\n"

test("a bundle that was not built from the sources beside it runs no suite", () => {
  using copy = checkout()
  const file = join(copy.folder, "src/engine/judge/judge.ts")
  writeFileSync(file, `${readFileSync(file, "utf8")}\n`)
  const refused = { status: 2, stderr: refusal, stdout: "" }
  assert.deepEqual(start(copy.folder, ...runtimes.bun), refused)
  assert.deepEqual(start(copy.folder, "node", join(copy.folder, "dist/doors/passhat.js"), "run"), refused)
})

test("a bundle runs if its sources have another time and the same content", () => {
  using copy = checkout()
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(copy.folder, "src/engine/judge/judge.ts"), later, later)
  assert.equal(start(copy.folder, ...runtimes.bun).status, 0)
})

test("a bundle without sources beside it runs", () => {
  using copy = checkout()
  rmSync(join(copy.folder, "src"), { recursive: true })
  assert.equal(start(copy.folder, ...runtimes.bun).status, 0)
})

test("the version of passhat is that of package.json", () => {
  assert.equal(version, packageJson.version)
})
