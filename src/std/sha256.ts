/**
 * SHA-256 of a text, in hexadecimal. Every suite computes a few of them when it starts.
 */
import { plainSha256 } from "./plainSha256.ts"

export const sha256 = (text: string): string =>
  Bun === undefined ? plainSha256(text) : Bun.SHA256.hash(new TextEncoder().encode(text), "hex")

/** Only Bun has SHA-256 without loading a module. */
const { Bun } = globalThis as {
  readonly Bun?: { readonly SHA256: { readonly hash: (bytes: Uint8Array, encoding: "hex") => string } }
}
