/**
 * Why a provider gave no answer, and whether asking again may help.
 */
import * as Data from "effect/Data"

export class Failure extends Data.TaggedError("ProviderFailure")<{
  /** `Refused`: it answered with an error. `Broken`: it gave no answer that can be read. */
  readonly reason: "NoKey" | "NoSdk" | "Refused" | "Broken"
  /** In the words of whoever noticed. */
  readonly detail: string
  readonly retryable: boolean
  readonly status?: number
  /** The provider's own word for the error: `overloaded_error`, `context_length_exceeded`. */
  readonly code?: string
  /** As the server wrote them. */
  readonly retryAfter?: string
  readonly retryAfterMs?: string
}> {}

/** Reads what either SDK rejects with. */
export const failureOf = (cause: unknown): Failure => {
  const status = property(cause, "status")
  const error = property(cause, "error")
  return typeof status === "number" || isObject(error)
    ? refused(error, cause, typeof status === "number" ? status : undefined)
    : broken(describe(cause))
}

/** Nobody is asked in vain. */
export const noKey = new Failure({ reason: "NoKey", detail: "", retryable: false })

/** No answer that can be read: a connection that broke, or half an answer. */
export const broken = (detail: string): Failure => new Failure({ reason: "Broken", detail, retryable: true })

/** Reads the error that a provider sent instead of an answer, with a status of its own or inside a 200. */
export const refused = (body: unknown, cause?: unknown, status?: number): Failure => {
  // Anthropic wraps its error in an error; gateways write the status they got as the code.
  const inner = isObject(property(body, "error")) ? property(body, "error") : body
  const number = property(inner, "code")
  const known = status ?? (typeof number === "number" ? number : undefined)
  const code = text(number) ?? text(property(inner, "type"))
  const retryAfter = header(cause, "retry-after")
  const retryAfterMs = header(cause, "retry-after-ms")
  return new Failure({
    reason: "Refused",
    detail: text(property(inner, "message")) ?? (cause === undefined ? JSON.stringify(body) : describe(cause)),
    retryable: isTransient(known, code, header(cause, "x-should-retry")),
    ...(known !== undefined && { status: known }),
    ...(code !== undefined && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(retryAfterMs !== undefined && { retryAfterMs })
  })
}

/** Errors that pass by themselves, where no status says so. */
const passing = new Set([
  "api_error",
  "overloaded_error",
  "rate_limit_error",
  "rate_limit_exceeded",
  "server_error",
  "service_unavailable",
  "timeout_error"
])

const isTransient = (status: number | undefined, code: string | undefined, asked: string | undefined): boolean => {
  // An empty purse is a 429 as well, and stays empty.
  if (code === "insufficient_quota") return false
  if (asked === "true" || asked === "false") return asked === "true"
  if (status === undefined) return code !== undefined && passing.has(code)
  return status === 408 || status === 409 || status === 429 || status >= 500
}

const header = (cause: unknown, name: string): string | undefined => {
  const headers = property(cause, "headers")
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined
}

/** SDKs say "Connection error." and keep what happened in the cause; runtimes agree on the code of it, where they have one. */
const describe = (cause: unknown): string => {
  const deeper = property(cause, "cause")
  if (deeper !== undefined) return describe(deeper)
  return text(property(cause, "code")) ?? text(property(cause, "message")) ?? String(cause)
}

const property = (value: unknown, name: string): unknown =>
  isObject(value) ? (value as { readonly [name: string]: unknown })[name] : undefined

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)
