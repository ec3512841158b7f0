/**
 * The arguments of a call, as a trace has them.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { parseExact } from "./parseExact.ts"

export const INVALID = "INVALID_JSON"

/** A JSON text, or what it says. Nothing is an empty object; what is not an object is kept as a text under `INVALID_JSON`. */
export const argsOf = (args: Json | undefined): JsonObject => {
  if (args === undefined || args === null || args === "") return {}
  const value = typeof args === "string" ? tryCatch(() => parseExact(args)) : args
  if (value === null) return {}
  return isJsonObject(value) ? value : { [INVALID]: typeof args === "string" ? args : JSON.stringify(args) }
}
