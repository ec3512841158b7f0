/**
 * Where the binary data of a recording is: beside its cassette, in a file each, which is named by its hash.
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { type Folder, holds } from "./Folder.ts"

/** Of a cassette, by its path. */
export const mediaFolder = (cassette: string): string => cassette.replace(/\.jsonl$/, ".media")

export const mediaName = (sha256: string): string => `${sha256}.base64`

/** Reads binary data of a cell's recording, in base64. Undefined if it is not there, or is not what its name says. */
export const mediaReader =
  (folder: Folder, { id }: Cell) =>
  (sha256: string): string | undefined => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined
    const path = join(folder.directory, `${id}.media`, mediaName(sha256))
    const base64 = tryCatch(() => (holds(folder, path) ? readFileSync(path, "utf8").trim() : undefined))
    return base64 !== undefined && hashOf(base64) === sha256 ? base64 : undefined
  }

const hashOf = (base64: string): string => createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex")
