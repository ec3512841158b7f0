/**
 * Effect's file system on `node:fs/promises`, which Bun, Deno and Node all have.
 *
 * Methods that passhat does not use fail, as in Effect's `makeNoop`.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { tryPlatform } from "./tryPlatform.ts"
import { fileInfo } from "./fileInfo.ts"
import { makeFolder } from "./writeWhole.ts"
import { openFile } from "./openFile.ts"

/** Loads `node:os` only when needed: a replay makes no temporary directory. */
const makeTempDirectory: FileSystem.FileSystem["makeTempDirectory"] = Effect.fnUntraced(function* (options = {}) {
  const directory = options.directory ?? (yield* Effect.promise(() => import("node:os"))).tmpdir()
  return yield* tryPlatform("makeTempDirectory", directory, () => fs.mkdtemp(join(directory, options.prefix ?? "tmp-")))
})

const remove: FileSystem.FileSystem["remove"] = (path, { recursive = false, force = false } = {}) =>
  tryPlatform("remove", path, () => fs.rm(path, { recursive, force }))

export const layer: Layer.Layer<FileSystem.FileSystem> = Layer.succeed(
  FileSystem.FileSystem,
  FileSystem.make({
    ...FileSystem.makeNoop({}),
    access: (path, options) => tryPlatform("access", path, () => fs.access(path, accessModes(options))),
    chmod: (path, mode) => tryPlatform("chmod", path, () => fs.chmod(path, mode)),
    link: (from, to) => tryPlatform("link", to, () => fs.link(from, to)),
    makeDirectory: (path, { recursive = false, mode } = {}) =>
      tryPlatform("makeDirectory", path, async () => (recursive ? makeFolder(path) : fs.mkdir(path, { mode }))),
    makeTempDirectory,
    makeTempDirectoryScoped: (options) =>
      Effect.acquireRelease(makeTempDirectory(options), (path) =>
        Effect.ignore(remove(path, { recursive: true, force: true }))
      ),
    open: openFile,
    readDirectory: (path, { recursive = false } = {}) =>
      tryPlatform("readDirectory", path, () => (recursive ? readBelow(path) : fs.readdir(path))),
    readFile: (path) => tryPlatform("readFile", path, () => fs.readFile(path)),
    realPath: (path) => tryPlatform("realPath", path, () => fs.realpath(path)),
    remove,
    rename: (from, to) => tryPlatform("rename", from, () => fs.rename(from, to)),
    stat: (path) =>
      Effect.map(
        tryPlatform("stat", path, () => fs.stat(path, { bigint: true })),
        fileInfo
      ),
    writeFile: (path, data, { flag = "w", mode } = {}) =>
      tryPlatform("writeFile", path, () => fs.writeFile(path, data, { flag, mode }))
  })
)

const accessModes = (
  options: { readonly readable?: boolean | undefined; readonly writable?: boolean | undefined } = {}
) => fs.constants.F_OK | (options.readable ? fs.constants.R_OK : 0) | (options.writable ? fs.constants.W_OK : 0)

/** Everything below a directory. Lists links without following them, so a loop ends; the runtimes' recursive readdir differ. */
const readBelow = async (directory: string): Promise<Array<string>> => {
  const entries = await fs.readdir(directory, { withFileTypes: true })
  const nested = entries.map(async (entry) =>
    entry.isDirectory()
      ? [entry.name, ...(await readBelow(join(directory, entry.name))).map((below) => join(entry.name, below))]
      : [entry.name]
  )
  return (await Promise.all(nested)).flat()
}
