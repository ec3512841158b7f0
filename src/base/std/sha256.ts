/**
 * SHA-256 of a text or of bytes, in hexadecimal. Every suite computes a few of them when it starts.
 */
import { plainSha256 } from "./plainSha256.ts"

export const sha256 = (given: string | Uint8Array): string =>
  Bun === undefined
    ? plainSha256(given)
    : Bun.SHA256.hash(typeof given === "string" ? new TextEncoder().encode(given) : given, "hex")

/** Only Bun has SHA-256 without loading a module. */
const { Bun } = globalThis as {
  readonly Bun?: { readonly SHA256: { readonly hash: (bytes: Uint8Array, encoding: "hex") => string } }
}
