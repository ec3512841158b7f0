/**
 * Makes a failure of what code in this process threw: a model of the AI SDK, or a function of the suite.
 */
import { isObject } from "../../../base/std/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { broken, describe, Failure, refused, unreadable } from "./Failure.ts"

/** Errors of the AI SDK have `statusCode`, `responseHeaders`, `responseBody` and `isRetryable`; others have `status` and `headers`. */
export const failureOfCode = (cause: unknown): Failure => {
  const error: Thrown = isObject(cause) ? cause : {}
  const { isRetryable, responseBody } = error
  const status = error.statusCode ?? error.status
  const detail = describeOwn(cause)
  if (typeof status === "number" && status >= 200 && status < 300) return unreadable(withCause(cause))
  if (typeof status === "number") {
    const body = typeof responseBody === "string" ? tryCatch((): unknown => JSON.parse(responseBody)) : error.error
    const sent = { headers: error.responseHeaders ?? error.headers, message: detail }
    const failure = refused(body ?? {}, sent, status)
    const isLasting = failure.code === "insufficient_quota"
    return typeof isRetryable === "boolean" && !isLasting
      ? new Failure({ ...failure, retryable: isRetryable })
      : failure
  }
  return isRetryable === true || isNetwork(cause)
    ? broken(describe(cause))
    : new Failure({ reason: "Failed", detail, retryable: false })
}

interface Thrown {
  readonly [name: string]: unknown
}

/** `fetch` fails with a TypeError, which has a cause or a code on most runtimes. */
const isNetwork = (cause: unknown): boolean =>
  cause instanceof TypeError
    ? cause.cause !== undefined || /fetch|sending request/i.test(cause.message)
    : isObject(cause) && /^(?:E[A-Z]+|UND_ERR_\w+|Connection\w+)$/.test(String(cause.code))

const describeOwn = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** What the AI SDK says of an answer that it could not read is in the cause of its error. */
const withCause = (cause: unknown): string => {
  const inner = isObject(cause) ? cause.cause : undefined
  return inner instanceof Error ? `${describeOwn(cause)}: ${inner.message}` : describeOwn(cause)
}
