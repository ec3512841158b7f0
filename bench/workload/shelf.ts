/**
 * Workloads that are written when they are first asked for, and kept in a folder until the end.
 */
import { mkdirSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { progress } from "../progress.ts"
import type { Spoiling } from "./steps.ts"
import { type Workload, writeWorkload } from "./write.ts"

/** Traces by number, the last of them spoilt where that is asked for. */
export type Shelf = (count: number, spoiling?: Spoiling) => Workload

/** So many would measure the file system, so there is no file for each of them. */
export const MILLION = 1_000_000

const BYTES_PER_TRACE = 11_000

export const shelfIn = (folder: string): Shelf => {
  const written = new Map<string, Workload>()
  return (count, spoiling) => {
    const name = `${count}-${spoiling ?? "good"}`
    const known = written.get(name)
    if (known !== undefined) return known
    refuseWhenFull(folder, count)
    progress(`writing ${count} traces${spoiling === undefined ? "" : `, one of them spoilt: ${spoiling}`}`)
    mkdirSync(join(folder, name))
    const withFiles = count < MILLION
    const work = writeWorkload(join(folder, name), { count, withFiles, ...(spoiling !== undefined && { spoiling }) })
    written.set(name, work)
    return work
  }
}

const refuseWhenFull = (folder: string, count: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  const needed = count * BYTES_PER_TRACE
  if (bavail * bsize < needed) {
    const gigabytes = (needed / 1e9).toFixed(1)
    throw new Error(`${count} traces need ${gigabytes} GB of disk: make room, or set TMPDIR to a folder that has it.`)
  }
}
