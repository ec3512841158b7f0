/**
 * Errors of servers, SDKs and the system as text for a message: short, on one line, and safe to print.
 */
import { escapeLine } from "../../../../base/std/escape.ts"
import { firstWords } from "../../../../base/std/wholeWords.ts"

/** In UTF-16 units. */
const LONGEST = 500

/** An error's message and those of its causes, as a sentence. */
export const errorSentence = (error: unknown): string => {
  const text = firstWords(escapeLine(messagesOf(error)), LONGEST)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Whether the other side closed the connection, in the words of each runtime. */
export const isReset = (error: unknown): boolean => RESET.test(messagesOf(error))

const RESET =
  /ECONNRESET|reset by peer|other side closed|closed unexpectedly|closed before message completed|socket hang up/i

/** A refused request has its reason in the cause or in the status. */
const messagesOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const status = "status" in error && typeof error.status === "number" ? ` (status ${error.status})` : ""
  return `${error.message}${status}${error.cause instanceof Error ? `: ${messagesOf(error.cause)}` : ""}`
}
