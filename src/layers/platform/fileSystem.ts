/**
 * Effect's file system over `node:fs/promises`, which Bun, Deno and Node all have.
 *
 * What passhat does not use is left to Effect's defaults, which refuse.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { attempt } from "./attempt.ts"
import { fileInfo } from "./fileInfo.ts"
import { openFile } from "./openFile.ts"

/** A replay asks for none, and need not load where the system keeps them. */
const makeTempDirectory: FileSystem.FileSystem["makeTempDirectory"] = Effect.fnUntraced(function* (options = {}) {
  const directory = options.directory ?? (yield* Effect.promise(() => import("node:os"))).tmpdir()
  return yield* attempt("makeTempDirectory", directory, () => fs.mkdtemp(join(directory, options.prefix ?? "tmp-")))
})

const remove: FileSystem.FileSystem["remove"] = (path, { recursive = false, force = false } = {}) =>
  attempt("remove", path, () => fs.rm(path, { recursive, force }))

export const layer: Layer.Layer<FileSystem.FileSystem> = Layer.succeed(
  FileSystem.FileSystem,
  FileSystem.make({
    ...FileSystem.makeNoop({}),
    access: (path, options) => attempt("access", path, () => fs.access(path, accessModes(options))),
    link: (from, to) => attempt("link", to, () => fs.link(from, to)),
    makeDirectory: (path, { recursive = false, mode } = {}) =>
      Effect.asVoid(attempt("makeDirectory", path, () => fs.mkdir(path, { recursive, mode }))),
    makeTempDirectory,
    makeTempDirectoryScoped: (options) =>
      Effect.acquireRelease(makeTempDirectory(options), (path) =>
        Effect.ignore(remove(path, { recursive: true, force: true }))
      ),
    open: openFile,
    readDirectory: (path, { recursive = false } = {}) =>
      attempt("readDirectory", path, () => (recursive ? readBelow(path) : fs.readdir(path))),
    readFile: (path) => attempt("readFile", path, () => fs.readFile(path)),
    realPath: (path) => attempt("realPath", path, () => fs.realpath(path)),
    remove,
    rename: (from, to) => attempt("rename", from, () => fs.rename(from, to)),
    stat: (path) =>
      Effect.map(
        attempt("stat", path, () => fs.stat(path, { bigint: true })),
        fileInfo
      ),
    writeFile: (path, data, { flag = "w", mode } = {}) =>
      attempt("writeFile", path, () => fs.writeFile(path, data, { flag, mode }))
  })
)

const accessModes = (
  options: { readonly readable?: boolean | undefined; readonly writable?: boolean | undefined } = {}
) => fs.constants.F_OK | (options.readable ? fs.constants.R_OK : 0) | (options.writable ? fs.constants.W_OK : 0)

/** Everything below a directory. Links are listed and not followed, so a loop ends; the runtimes' own walks differ here. */
const readBelow = async (directory: string): Promise<Array<string>> => {
  const entries = await fs.readdir(directory, { withFileTypes: true })
  const nested = entries.map(async (entry) =>
    entry.isDirectory()
      ? [entry.name, ...(await readBelow(join(directory, entry.name))).map((below) => join(entry.name, below))]
      : [entry.name]
  )
  return (await Promise.all(nested)).flat()
}
