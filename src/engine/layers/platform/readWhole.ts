/**
 * Reads a file whole, if it is small enough to be held. A sparse file can be larger than any disk, and costs who made it nothing.
 */
import { readFileSync, statSync } from "node:fs"
import { errorCode } from "../../../base/std/errorCode.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"

/** No runtime holds a longer text. */
const MOST_BYTES = 512 * 1024 * 1024

/** Its bytes, or why there are none, for "cannot be read (...)": a code of the system, or its size. */
export const readWhole = (path: string, most = MOST_BYTES): Uint8Array | string =>
  tryCatch((): Uint8Array | string => {
    const { size } = statSync(path)
    return size > most ? tooLarge(size, most) : readFileSync(path)
  }, errorCode)

/** Why a file of so many bytes is not read, if it is not. */
export const refusedSize = (size: number): string | undefined =>
  size > MOST_BYTES ? tooLarge(size, MOST_BYTES) : undefined

const tooLarge = (size: number, most: number): string => `it has ${size} bytes, and may have ${most}`
