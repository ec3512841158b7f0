/**
 * Effect's file system in memory, where one operation fails with an error or is the last before a crash.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { tryPlatform } from "../../src/engine/layers/platform/tryPlatform.ts"
import { type Fault, NO_LOSS } from "./faults.ts"
import { cut, type Inode, inodeOf, storage, type Stored, write } from "./storage.ts"

export const simulatedDisk = (stored: Stored, umask: number, fault?: Fault) => {
  const disk = storage(stored)
  let count = 0
  let isOff = false

  /** Every operation of the recorder. A write that is torn, or fails, has done a part. */
  const operation = <A>(method: string, path: string, act: () => A, tear?: (length: (all: number) => number) => void) =>
    Effect.suspend((): Effect.Effect<A, PlatformError> => {
      if (isOff) return Effect.die(OFF)
      count += 1
      if (fault === undefined || count < fault.at || (count > fault.at && fault.stays !== true)) {
        return tryPlatform(method, path, async () => act())
      }
      const { error, isAfter, tears } = fault
      if (tears !== undefined) tear?.(tears)
      if (error !== undefined) return tryPlatform(method, path, () => Promise.reject(refusal(error)))
      if (!isAfter) isOff = true
      // An operation that is refused does nothing, and the crash comes after it.
      return isAfter
        ? tryPlatform(method, path, async () => act()).pipe(
            Effect.exit,
            Effect.andThen(() => {
              isOff = true
              return Effect.die(OFF)
            })
          )
        : Effect.die(OFF)
    })

  const found = (path: string): Inode => disk.names.get(path) ?? refuse("ENOENT")
  const made = (path: string, mode: number): Inode => {
    if (disk.names.has(path)) return refuse("EEXIST")
    found(dirname(path))
    const inode = inodeOf(false, mode & ~umask)
    disk.name(path, inode)
    return inode
  }
  const makeDirectories = (path: string): void => {
    if (disk.names.has(path)) return
    makeDirectories(dirname(path))
    disk.name(path, inodeOf(true, 0o777 & ~umask))
  }

  const files = FileSystem.make({
    ...FileSystem.makeNoop({}),
    access: (path) => operation("access", path, () => void found(path)),
    chmod: (path, mode) => operation("chmod", path, () => void (found(path).mode = mode)),
    link: (from, to) =>
      operation("link", to, () => (disk.names.has(to) ? refuse("EEXIST") : disk.name(to, found(from)))),
    makeDirectory: (path) =>
      operation("makeDirectory", path, () => {
        makeDirectories(path)
        // The recorder follows the links of the real folder.
        mkdirSync(path, { recursive: true })
      }),
    open: (path, { flag = "r", mode = 0o666 } = {}) =>
      Effect.acquireRelease(
        operation("open", path, () => (flag === "wx" ? made(path, mode) : found(path))),
        () => Effect.ignore(operation("close", path, () => {}))
      ).pipe(Effect.map((inode) => openedFile(operation, disk.syncNames, path, inode))),
    readDirectory: (path) =>
      operation("readDirectory", path, () =>
        [...disk.names.keys()].filter((one) => dirname(one) === path).map((one) => one.slice(path.length + 1))
      ),
    readFile: (path) => operation("readFile", path, () => found(path).bytes),
    remove: (path) =>
      operation("remove", path, () => {
        if (disk.names.has(path)) disk.name(path, undefined)
      }),
    rename: (from, to) =>
      operation("rename", from, () => {
        const inode = found(from)
        disk.name(from, undefined, true)
        disk.name(to, inode, true)
      }),
    writeFile: (path, bytes, { flag = "w", mode = 0o666 } = {}) => {
      const into = (): Inode => (flag === "wx" ? made(path, mode) : (disk.names.get(path) ?? made(path, mode)))
      const put = (length: number): void => {
        const inode = into()
        if (flag !== "a") cut(inode, 0)
        write(inode, inode.bytes.length, bytes.subarray(0, length))
      }
      return operation(
        "writeFile",
        path,
        () => put(bytes.length),
        (length) => put(length(bytes.length))
      )
    }
  })

  return {
    layer: Layer.succeed(FileSystem.FileSystem, files),
    isOff: (): boolean => isOff,
    /** How many operations there were. */
    count: (): number => count,
    left: (): Stored => disk.left(fault?.loss ?? NO_LOSS)
  }
}

const OFF = "the machine is off"

type Operation = <A>(
  method: string,
  path: string,
  act: () => A,
  tear?: (length: (all: number) => number) => void
) => Effect.Effect<A, PlatformError>

/** What the recorder asks of an open file. */
const openedFile = (
  operation: Operation,
  syncNames: (directory: string) => void,
  path: string,
  inode: Inode
): FileSystem.File => {
  let cursor = 0
  const file: Partial<FileSystem.File> = {
    [FileSystem.FileTypeId]: FileSystem.FileTypeId,
    read: (buffer, { position = BigInt(cursor) } = {}) =>
      operation("read", path, () => {
        const found = inode.bytes.subarray(Number(position), Number(position) + buffer.length)
        buffer.set(found)
        return found.length
      }),
    seek: (offset) => Effect.sync(() => BigInt((cursor = Number(offset)))),
    stat: operation("stat", path, () => ({ mode: inode.mode }) as FileSystem.File.Info),
    sync: operation("sync", path, () => {
      if (inode.isDirectory) return syncNames(path)
      inode.synced = inode.bytes
      inode.dirtyFrom = Number.POSITIVE_INFINITY
    }),
    truncate: (length) => operation("truncate", path, () => cut(inode, Number(length))),
    writeAll: (bytes) =>
      operation(
        "write",
        path,
        () => {
          write(inode, cursor, bytes)
          cursor += bytes.length
        },
        (length) => write(inode, cursor, bytes.subarray(0, length(bytes.length)))
      )
  }
  return file as FileSystem.File
}

const refusal = (code: string): Error => Object.assign(new Error(code), { code })

const refuse = (code: string): never => {
  throw refusal(code)
}
