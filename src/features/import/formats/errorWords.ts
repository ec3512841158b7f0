/**
 * Results that only look like errors. Servers that never set the flag of MCP say in words that a call failed.
 */
import { isJsonObject } from "../../../base/std/Json.ts"
import type { Json } from "../../../base/domain/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"

/** `Error: ...`, or a JSON object that says `object: "error"`, an HTTP status from 400 on, or an error of an execution. */
export const looksLikeError = (words: string): boolean => {
  if (/^\s*(?:an? )?error\b(?: (?:occurred|invoking|running|executing)\b[^\n]*)?\s*:/i.test(words)) return true
  const value = /^\s*\{/.test(words) ? tryCatch((): Json => JSON.parse(words)) : undefined
  if (!isJsonObject(value)) return false
  const { execution_result, object, status } = value
  return (
    object === "error" ||
    (typeof status === "number" && status >= 400 && status < 600) ||
    (isJsonObject(execution_result) &&
      typeof execution_result["error"] === "string" &&
      execution_result["error"] !== "")
  )
}

/** Only the short sentence of a client or a server: a page of logs may have these words, too. */
export const saysTimedOut = (words: string): boolean =>
  words.length <= 400 && /\btimed out after \d+(?:\.\d+)? ?(?:ms|milliseconds?|s|sec|seconds?|minutes?)\b/i.test(words)
