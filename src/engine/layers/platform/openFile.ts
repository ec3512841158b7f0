/**
 * Effect's open file: appends, syncs to the disk, and reads in pieces.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as fs from "node:fs/promises"
import { tryPlatform } from "./tryPlatform.ts"
import { fileInfo } from "./fileInfo.ts"

export const openFile: FileSystem.FileSystem["open"] = (path, { flag = "r", mode, noFollow = false } = {}) =>
  noFollow
    ? refused("open", "noFollow is not supported")
    : Effect.acquireRelease(
        tryPlatform("open", path, () => fs.open(path, flag, mode)),
        (handle) => Effect.ignore(tryPlatform("close", path, () => handle.close()))
      ).pipe(Effect.map((handle) => fileOf(handle, path, flag.startsWith("a"))))

const refused = (method: string, description: string) =>
  Effect.fail(PlatformError.badArgument({ module: "FileSystem", method, description }))

/** A file that was opened to append is written at its end, whatever the cursor is. */
const fileOf = (handle: fs.FileHandle, path: string, append: boolean): FileSystem.File => {
  let cursor = 0

  const read: FileSystem.File["read"] = (buffer, { position } = {}) =>
    tryPlatform("read", path, async () => {
      // Node 20 takes a bigint for no position at all.
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, Number(position ?? cursor))
      if (position === undefined) cursor += bytesRead
      return bytesRead
    })

  const write: FileSystem.File["write"] = (buffer) =>
    tryPlatform("write", path, async () => {
      const { bytesWritten } = await handle.write(buffer, 0, buffer.length, append ? null : cursor)
      cursor += bytesWritten
      return bytesWritten
    })

  const writeAll: FileSystem.File["writeAll"] = (buffer) =>
    Effect.flatMap(write(buffer), (written) =>
      written === buffer.length ? Effect.void : writeAll(buffer.subarray(written))
    )

  return {
    [FileSystem.FileTypeId]: FileSystem.FileTypeId,
    stat: Effect.map(
      tryPlatform("stat", path, () => handle.stat({ bigint: true })),
      fileInfo
    ),
    seek: (offset, from) =>
      Effect.suspend(() => {
        const target = Number(offset) + (from === "start" ? 0 : cursor)
        if (target < 0) return refused("seek", "the target is before the start of the file")
        cursor = target
        return Effect.succeed(BigInt(target))
      }),
    sync: tryPlatform("sync", path, () => handle.sync()),
    read,
    readAlloc: (size, options) =>
      Effect.suspend(() => {
        const buffer = new Uint8Array(size)
        return Effect.map(read(buffer, options), (count) =>
          count === 0 ? Option.none() : Option.some(buffer.subarray(0, count))
        )
      }),
    truncate: (length) => tryPlatform("truncate", path, () => handle.truncate(length)),
    write,
    writeAll
  }
}
