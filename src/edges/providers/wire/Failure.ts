/**
 * Why a provider gave no answer, and whether another attempt may succeed.
 */
import * as Data from "effect/Data"
import { isObject } from "../../../base/std/Json.ts"

export class Failure extends Data.TaggedError("ProviderFailure")<{
  /**
   * `Refused`: the provider answered with an error. `Broken`: its answer did not arrive, or only a part of it. `Unreadable`: what
   * arrived is no answer. `Failed`: code of the user's own, or of a package that it uses, threw something else.
   */
  readonly reason: "NoKey" | "NoSdk" | "Refused" | "Broken" | "Unreadable" | "Failed"
  /** The message of the provider, of the SDK or of the decoder. For `NoSdk`, the package's name. */
  readonly detail: string
  readonly retryable: boolean
  readonly status?: number
  /** The provider's name for the error: `overloaded_error`, `context_length_exceeded`. */
  readonly code?: string
  /** The server's headers of these names. */
  readonly retryAfter?: string
  readonly retryAfterMs?: string
  /** The wait that the error itself asks for, in milliseconds. */
  readonly delayMs?: number
}> {}

/** Makes a failure of what an SDK or `fetch` rejects with. */
export const failureOf = (cause: unknown): Failure => {
  const status = property(cause, "status")
  const error = property(cause, "error")
  if (typeof status === "number" || isObject(error)) {
    return refused(error, cause, typeof status === "number" ? status : undefined)
  }
  return cause instanceof SyntaxError ? unreadable(NO_JSON) : broken(describe(cause))
}

/** The runtimes word the error of their parsers differently. */
const NO_JSON = "it is no JSON"

/** Without a key no request is sent. */
export const noKey = new Failure({ reason: "NoKey", detail: "", retryable: false })

/** A connection that broke. */
export const broken = (detail: string): Failure => new Failure({ reason: "Broken", detail, retryable: true })

/** What arrived is no answer. It is asked for once more. */
export const unreadable = (detail: string): Failure => new Failure({ reason: "Unreadable", detail, retryable: true })

/** Makes a failure of an error that a provider sent, with an error status or in the body of a 200. */
export const refused = (sent: unknown, cause?: unknown, status?: number): Failure => {
  // Gemini sends a list of one error. Anthropic wraps its error in another; gateways write the status that they received as the code.
  const body: unknown = Array.isArray(sent) ? sent[0] : sent
  const wrapped = property(body, "error")
  const inner = isObject(wrapped) || text(wrapped) !== undefined ? wrapped : body
  const number = property(inner, "code")
  const known = status ?? (isStatus(number) ? number : undefined)
  const code = text(number) ?? text(property(inner, "type"))
  const retryAfter = header(cause, "retry-after")
  const retryAfterMs = header(cause, "retry-after-ms")
  const delayMs = delayOf(inner)
  return new Failure({
    reason: "Refused",
    detail:
      text(inner) ?? text(property(inner, "message")) ?? (cause === undefined ? JSON.stringify(body) : describe(cause)),
    retryable: isTemporary(known, code, header(cause, "x-should-retry")),
    ...(known !== undefined && { status: known }),
    ...(code !== undefined && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(delayMs !== undefined && { delayMs })
  })
}

/** Some servers have numbers of their own for their errors. */
const isStatus = (value: unknown): value is number => typeof value === "number" && value >= 100 && value < 600

/** Google's RetryInfo, a detail of the error: `"retryDelay": "34.5s"`. */
const delayOf = (error: unknown): number | undefined => {
  const details = property(error, "details")
  const delays = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(property(detail, "retryDelay"))) ?? []
    return seconds === undefined ? [] : [Math.ceil(Number(seconds) * 1_000)]
  })
  return delays.length === 0 ? undefined : Math.max(...delays)
}

/** Codes of temporary errors, for errors without a status. */
const temporary = new Set([
  "api_error",
  "overloaded_error",
  "rate_limit_error",
  "rate_limit_exceeded",
  "server_error",
  "service_unavailable",
  "timeout_error"
])

const isTemporary = (status: number | undefined, code: string | undefined, asked: string | undefined): boolean => {
  // Used-up credit is a 429 too, and waiting does not refill it.
  if (code === "insufficient_quota") return false
  if (asked === "true" || asked === "false") return asked === "true"
  if (status === undefined) return code !== undefined && temporary.has(code)
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** Whether the provider has too much to do: other runs would be refused too. */
export const isCrowded = ({ code, retryable, status }: Failure): boolean =>
  retryable &&
  (status === 429 || status === 503 || status === 529 || code === "overloaded_error" || code === "rate_limit_error")

const header = (cause: unknown, name: string): string | undefined => {
  const headers = property(cause, "headers")
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : text(property(headers, name))
}

/** SDKs say "Connection error." and keep the reason in the cause. Its code, if there is one, is the same on all runtimes. */
export const describe = (cause: unknown): string => {
  const deeper = property(cause, "cause")
  if (deeper !== undefined) return describe(deeper)
  return text(property(cause, "code")) ?? text(property(cause, "message")) ?? String(cause)
}

const property = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)
