import { afterAll, describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { readSources } from "../../../src/app/suites/readSources.ts"
import { command, driver } from "../../../src/language/dsl/driver.ts"
import { root as repository } from "../project.ts"

const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A project in a folder of its own, with a folder beside it. */
const projectOf = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-sources-"))
  folders.push(folder)
  const root = join(folder, "project")
  mkdirSync(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")

const named = (...sources: ReadonlyArray<string>) => driver("mine", "1", () => "", { sources })

const pathsOf = async (root: string, ...sources: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { files, problems } = await readSources(root, named(...sources))
  assert.deepEqual(problems, [])
  return files.map(({ path }) => path)
}

const agents = {
  "agents/ask.ts": "export const ask = 1\n",
  "agents/deep/er/plan.ts": "export const plan = 2\n",
  "agents/notes.md": "Notes.\n",
  "agents/node_modules/dep/index.ts": "export {}\n",
  "main.ts": "export {}\n"
}

describe("the sources of a driver", () => {
  test("are those that globs and names find, each once, sorted by path", async () => {
    const root = projectOf(agents)
    const found = ["agents/ask.ts", "agents/deep/er/plan.ts"]
    assert.deepEqual(await pathsOf(root, "agents/**/*.ts"), found)
    assert.deepEqual(await pathsOf(root, "./agents/**/*.ts", "agents/ask.ts", "agents/**/plan.ts"), found)
    assert.deepEqual(await pathsOf(root, join(root, "agents/**/*.ts")), found)
    assert.deepEqual(await pathsOf(root, "main.ts", "agents/*.{ts,md}"), [
      "agents/ask.ts",
      "agents/notes.md",
      "main.ts"
    ])
    assert.deepEqual(await pathsOf(root, "**/*.ts"), [...found, "main.ts"])
    assert.deepEqual(await pathsOf(root, "agents/node_modules/dep/*.ts"), ["agents/node_modules/dep/index.ts"])
  })

  test("have the same hash with LF and CRLF, and another hash with another byte", async () => {
    const [unix, windows, other] = ["a\nb\n", "a\r\nb\r\n", "a\nb\n\n"].map((text) => projectOf({ "a.ts": text }))
    const of = (root = "") => readSources(root, named("a.ts"))
    assert.deepEqual(await of(unix), { files: [{ path: "a.ts", sha256: sha256("a\nb\n") }], problems: [] })
    assert.deepEqual(await of(windows), await of(unix))
    assert.notDeepEqual(await of(other), await of(unix))
  })

  test("are hashed as bytes, whatever they contain", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
        const { files } = await readSources(projectOf({ a: bytes }), named("a"))
        const lines = Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1")
        assert.deepEqual(files, [{ path: "a", sha256: sha256(lines) }])
      }),
      { numRuns: 50 }
    )
  })

  test("are read through links, under the path of the link", async () => {
    const root = projectOf({ ...agents, "../shared/tool.ts": "export const tool = 3\n" })
    symlinkSync(join(root, "../shared"), join(root, "agents/shared"))
    symlinkSync("ask.ts", join(root, "agents/alias.ts"))
    symlinkSync(join(root, "agents"), join(root, "agents/deep/again"))
    const { files } = await readSources(root, named("agents/**/*.ts"))
    assert.deepEqual(
      files.map(({ path }) => path),
      ["agents/alias.ts", "agents/ask.ts", "agents/deep/er/plan.ts", "agents/shared/tool.ts"]
    )
    assert.equal(files[0]?.sha256, files[1]?.sha256)
    assert.equal(files[3]?.sha256, sha256("export const tool = 3\n"))
  })

  test("outside the project are named by their relative path", async () => {
    const root = projectOf({ ...agents, "../shared/tool.ts": "", "../shared/deep/b.ts": "" })
    const found = ["../shared/deep/b.ts", "../shared/tool.ts"]
    assert.deepEqual(await pathsOf(root, "../shared/**/*.ts"), found)
    assert.deepEqual(await pathsOf(root, "../shared/tool.ts", "../shared/deep/b.ts"), found)
  })

  test("have the same hashes on Bun, Deno and Node", async () => {
    const root = projectOf({ ...agents, "agents/é ☀.ts": "é\r\n" })
    symlinkSync(join(root, "agents/deep"), join(root, "agents/link"))
    const script = join(root, "print.ts")
    const bundle = join(root, "readSources.js")
    const built = spawnSync(
      join(repository, "node_modules/.bin/bun"),
      ["build", join(repository, "src/app/suites/readSources.ts"), "--target=node", "--outfile", bundle],
      { encoding: "utf8" }
    )
    assert.equal(built.status, 0, built.stderr)
    writeFileSync(
      script.replace(".ts", ".mjs"),
      `import { readSources } from "./readSources.js"
console.log(JSON.stringify(await readSources(${JSON.stringify(root)}, { sources: ["agents/**/*.ts"], command: ["x", "main.ts"] })))`
    )
    const bin = (name: string) => join(repository, "node_modules/.bin", name)
    const printed = [[bin("bun"), "run"], [bin("deno"), "run", "-A"], ["node"]].map(([program = "", ...args]) =>
      spawnSync(program, [...args, script.replace(".ts", ".mjs")], { encoding: "utf8" })
    )
    const expected = await readSources(root, command(["x", "main.ts"], { sources: ["agents/**/*.ts"] }))
    assert.equal(expected.files.length, 5)
    for (const { stderr, stdout } of printed) assert.deepEqual(JSON.parse(stdout), expected, stderr)
  })
})

describe("a source is a problem if", () => {
  const hint = 'Name a file, or a glob like "agents/**/*.ts", relative to the folder of package.json or deno.json.'
  test.each([
    ["no file matches it", "agnets/**/*.ts", 'no file matches the source "agnets/**/*.ts" of its driver', hint],
    ["there is no such file", "agents/no.ts", 'no file matches the source "agents/no.ts" of its driver', hint],
    ["only a folder matches it", "agents/dee*", 'no file matches the source "agents/dee*" of its driver', hint],
    ["it is empty", " ", "a source of its driver is empty", hint],
    [
      "it is elsewhere on this machine",
      "/etc/*.ts",
      'the source "/etc/*.ts" of its driver is a path of this machine',
      hint
    ],
    [
      "it is a folder",
      "agents/",
      'the source "agents/" of its driver is a folder',
      'Write a glob, like "agents/**/*.ts".'
    ],
    [
      "it is a link that leads nowhere",
      "*.md",
      'the source "gone.md" of its driver cannot be read',
      "Make it readable, or leave it out."
    ]
  ])("%s", async (_, source, what, way) => {
    const root = projectOf(agents)
    symlinkSync("nowhere", join(root, "gone.md"))
    const { problems } = await readSources(root, named(source))
    assert.deepEqual(problems, [{ what, hint: way }])
  })

  test("the list is empty", async () => {
    const { files, problems } = await readSources(projectOf({}), named())
    assert.deepEqual(files, [])
    assert.equal(problems[0]?.what, "the list of its driver's sources is empty")
  })
})

describe("the sources of a command:", () => {
  const root = projectOf({
    ...agents,
    "agents/ask.py": "print(1)\n",
    "agents/run.sh": "#!/bin/sh\n",
    "agents/binary": "\u007fELF",
    "node_modules/tsx/cli.js": "",
    python3: "",
    "--flag": "",
    "../beside.py": "print(2)\n"
  })

  test.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["a script counts", ["python3", "agents/ask.py"], ["agents/ask.py"]],
    ["a script after flags counts", ["node", "--import", "tsx", "-x", "./agents/ask.ts"], ["agents/ask.ts"]],
    ["a full path into the project counts", ["python3", join(root, "agents/ask.py")], ["agents/ask.py"]],
    ["a path beside the project counts", ["python3", "../beside.py"], ["../beside.py"]],
    ["a program that is a script counts", ["agents/run.sh", "fast"], ["agents/run.sh"]],
    ["a program that is a binary does not count", ["agents/binary"], []],
    ["a program that PATH leads to does not count", ["python3", "-m", "agent"], []],
    ["a file that does not exist does not count", ["python3", "agents/no.py"], []],
    ["a flag does not count", ["node", "--flag"], []],
    ["a folder does not count", ["node", "agents", "."], []],
    ["text does not count", ["python3", "-c", "print('\u0000')", ""], []],
    ["an installed package does not count", ["node", "node_modules/tsx/cli.js", "agents/ask.ts"], ["agents/ask.ts"]],
    ["a full path elsewhere does not count", [process.execPath, join(root, "../beside.py")], []]
  ])("%s", async (_, argv, paths) => {
    const { files, problems } = await readSources(root, command(argv))
    assert.deepEqual(
      files.map(({ path }) => path),
      paths
    )
    assert.deepEqual(problems, [])
  })

  test("named sources count in addition to the script", async () => {
    const { files } = await readSources(root, command(["python3", "agents/ask.py"], { sources: ["agents/*.ts"] }))
    assert.deepEqual(
      files.map(({ path }) => path),
      ["agents/ask.py", "agents/ask.ts"]
    )
  })
})
