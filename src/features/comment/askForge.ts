/**
 * One request to the REST API of GitHub. What comes too soon is repeated, for a bounded time.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { isObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { fetchFailure } from "../../engine/layers/platform/postLines.ts"

export interface Forge {
  /** The address of the API, as GITHUB_API_URL has it. */
  readonly api: URL
  readonly token: string
}

/** `forbidden`: the token may not do it, as that of a pull request from a fork. `failed`: anything else. */
export class ForgeError extends Data.TaggedError("ForgeError")<{
  readonly reason: "forbidden" | "failed"
  readonly message: string
}> {}

/** How long an answer may take, how often a limited request is repeated, and how long passhat waits for it in all. */
const ANSWER_MS = 20_000
const RETRIES = 3
const LONGEST_WAIT_MS = 60_000

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Returns the JSON of the answer. */
export const askForge = Effect.fnUntraced(function* (on: Forge, method: string, path: string, body?: object) {
  let waited = 0
  for (let attempt = 1; ; attempt++) {
    const answer = yield* ask(on, method, path, body)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    const wait = isLimited(answer) ? waitOf(answer.headers, attempt) : undefined
    if (wait === undefined || attempt > RETRIES || waited + wait > LONGEST_WAIT_MS) {
      return yield* refusal(on, answer, wait !== undefined)
    }
    waited += wait
    yield* Effect.sleep(wait)
  }
})

const ask = (on: Forge, method: string, path: string, body: object | undefined) =>
  Effect.tryPromise({
    try: async (signal): Promise<Answer> => {
      const response = await fetch(new URL(path, `${on.api.href.replace(/\/$/, "")}/`), {
        method,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${on.token}`,
          "content-type": "application/json",
          "user-agent": "passhat",
          "x-github-api-version": "2022-11-28"
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would send the token to another host.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: tryCatch((): unknown => JSON.parse(text)) }
    },
    catch: (thrown) =>
      new ForgeError({ reason: "failed", message: `${on.api.origin} could not be asked: ${fetchFailure(thrown)}.` })
  })

const isLimited = ({ headers, status }: Answer): boolean =>
  status === 429 || (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0"))

/** Seconds of the header, or more from attempt to attempt. The time of a reset is on the clock of the forge: it is not read. */
const waitOf = (headers: Headers, attempt: number): number => {
  const seconds = Number(headers.get("retry-after") ?? NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.max(seconds, 1) * 1000 : 2 ** attempt * 1000
}

const refusal = ({ api }: Forge, { body, status }: Answer, wasLimited: boolean): ForgeError => {
  const message = isObject(body) ? body["message"] : undefined
  const said = typeof message === "string" ? `, ${JSON.stringify(message)}` : ""
  if (wasLimited) return new ForgeError({ reason: "failed", message: `${api.origin} limits requests for now${said}.` })
  const reason = status === 401 || status === 403 || status === 404 ? "forbidden" : "failed"
  return new ForgeError({ reason, message: `${api.origin} answered with ${status}${said}.` })
}
