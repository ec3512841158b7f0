/**
 * Brings type stripping to a Node that has none of its own, before the first suite is loaded.
 */
import { register } from "node:module"
import process from "node:process"

/** Registers the loader, once and only where it is needed: Bun and Deno always strip, Node says whether it does. */
export const stripTypes = (): void => {
  if (isThere) return
  isThere = true
  register(new URL("../app/kit/stripTypes.js", import.meta.url))
}

let isThere =
  process.versions["bun"] !== undefined ||
  process.versions["deno"] !== undefined ||
  Boolean(process.features.typescript)
