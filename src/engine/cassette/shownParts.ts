/**
 * The parts of a fingerprint that a header shows, held against a hash of their own.
 *
 * The fingerprint is a hash of what the agent was given; of that the header shows what is left after redaction, so the fingerprint
 * cannot tell whether the parts were edited. Recordings of earlier recorders have no second hash.
 */
import type { Header } from "../../base/domain/recording/Cassette.ts"
import { fingerprint } from "../../base/domain/plan/fingerprint.ts"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { type Folder, holds } from "./Folder.ts"

/** The header with the hash of its parts as they are now. */
export const withPartsHash = (header: Header): Header => {
  const { parts, sha256 } = header.fingerprint
  return { ...header, fingerprint: { sha256, parts, parts_sha256: fingerprint(parts) } }
}

/** Needs the parts as the file has them: a Schema drops those of a later version, which the hash covers. */
export const showsRecordedParts = ({ fingerprint: { parts, parts_sha256 } }: Pick<Header, "fingerprint">): boolean =>
  parts_sha256 === undefined || parts_sha256 === fingerprint(parts)

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
