/**
 * A copy of this checkout to which files are added as a page says. Its bundle is the sources, so it needs no build.
 */
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { sha256 } from "../../../src/base/std/sha256.ts"
import { root } from "../blocks.ts"
import type { Addition, Fixture } from "./Addition.ts"

export interface Checkout {
  /** Adds the files of an addition that a table has. They are taken away at the end of the scope. */
  readonly add: (addition: Addition, rows: ReadonlyArray<string>) => Disposable
  /** Takes away the folders with the name of an addition, and the lines that name it. */
  readonly erase: (addition: Addition) => void
  /** Type-checks `src` and these files. */
  readonly typeCheck: (files: ReadonlyArray<string>) => Ended
  /** Runs Bun. */
  readonly run: (...args: ReadonlyArray<string>) => Ended
  /** Paths and texts of all files, as one hash. */
  readonly hash: () => string
  readonly remove: () => void
}

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export const checkout = (): Checkout => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-adding-"))
  const left = new Set([".git", "node_modules", "dist"])
  for (const name of readdirSync(root).filter((one) => !left.has(one))) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.includes(".generated") })
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  mkdirSync(join(folder, "dist"))
  for (const name of ["index", "metrics"]) {
    writeFileSync(join(folder, `dist/${name}.js`), `export * from "../src/${name}.ts"\n`)
  }
  writeFileSync(join(folder, "bunfig.toml"), '[test]\nroot = "./test"\npreload = ["./test/timeout.ts"]\n')
  const at = (path: string): string => join(folder, path)

  const write = (path: string, { text }: Fixture): (() => void) => {
    const old = existsSync(at(path)) ? readFileSync(at(path), "utf8") : undefined
    if ((old === undefined) !== (typeof text === "string")) {
      throw new Error(`The table says that ${path} is ${old === undefined ? "there" : "new"}, and it is not.`)
    }
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), typeof text === "string" ? text : text(old ?? ""))
    return () => (old === undefined ? rmSync(at(path)) : writeFileSync(at(path), old))
  }

  const start = (command: string, args: ReadonlyArray<string>): Ended => {
    const { status, stderr, stdout } = spawnSync(command, args, { cwd: folder, encoding: "utf8" })
    return { code: status, output: `${stdout}${stderr}` }
  }

  const filesIn = (name: string): ReadonlyArray<string> =>
    readdirSync(at(name), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => relative(folder, join(file.parentPath, file.name)))

  return {
    add: ({ files }, rows) => {
      const undo = Object.entries(files)
        .filter(([path]) => rows.includes(path))
        .map(([path, fixture]) => write(path, fixture))
      return { [Symbol.dispose]: () => undo.forEach((one) => one()) }
    },
    erase: ({ files, name }) => {
      for (const path of Object.keys(files)) {
        if (path.includes(`/${name}/`)) rmSync(dirname(at(path)), { recursive: true, force: true })
        else writeFileSync(at(path), linesWithout(name, readFileSync(at(path), "utf8")))
      }
    },
    typeCheck: (files) => {
      const include = ["../src", ...files.filter((file) => file.endsWith(".ts")).map((file) => `../${file}`)]
      writeFileSync(at("test/adding.json"), JSON.stringify({ extends: "./tsconfig.json", include }))
      const ended = start(join(root, "node_modules/.bin/tsc"), ["-p", "test/adding.json", "--pretty", "false"])
      rmSync(at("test/adding.json"))
      return ended
    },
    run: (...args) => start(process.execPath, args),
    hash: () => {
      const files = readdirSync(folder)
        .filter((name) => name !== "node_modules")
        .flatMap((name) => (statSync(at(name)).isFile() ? [name] : filesIn(name)))
      return sha256(
        files
          .toSorted()
          .map((file) => `${file}\n${readFileSync(at(file), "latin1")}`)
          .join("\0")
      )
    },
    remove: () => rmSync(folder, { recursive: true })
  }
}

const linesWithout = (name: string, text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.includes(name))
    .join("\n")
