/**
 * Converts Node's file stats to Effect's.
 */
import * as ByteSize from "effect/ByteSize"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { BigIntStats } from "node:fs"

export const fileInfo = (stats: BigIntStats): FileSystem.File.Info => ({
  type: fileType(stats),
  mtime: Option.some(stats.mtime),
  atime: Option.some(stats.atime),
  birthtime: Option.some(stats.birthtime),
  dev: stats.dev,
  ino: Option.some(stats.ino),
  mode: Number(stats.mode),
  nlink: Option.some(stats.nlink),
  uid: Option.some(Number(stats.uid)),
  gid: Option.some(Number(stats.gid)),
  rdev: Option.some(stats.rdev),
  size: ByteSize.bytes(stats.size),
  blksize: Option.some(ByteSize.bytes(stats.blksize)),
  blocks: Option.some(stats.blocks)
})

const fileType = (stats: BigIntStats): FileSystem.File.Type => {
  if (stats.isFile()) return "File"
  if (stats.isDirectory()) return "Directory"
  if (stats.isSymbolicLink()) return "SymbolicLink"
  if (stats.isFIFO()) return "FIFO"
  if (stats.isSocket()) return "Socket"
  if (stats.isCharacterDevice()) return "CharacterDevice"
  return stats.isBlockDevice() ? "BlockDevice" : "Unknown"
}
