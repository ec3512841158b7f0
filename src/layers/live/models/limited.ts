/**
 * Requests of an agent's own clients within the limits that workers share: they wait as those of the built-in agent do. What an answer has
 * needed is not read, so that each counts as the longest answer that it asks for.
 */
import * as Effect from "effect/Effect"
import type { RequestLimit } from "../../../services/RequestLimits.ts"
import { isObject } from "../../../std/Json.ts"
import { tryCatch } from "../../../std/tryCatch.ts"
import type { ApiHandler } from "./apis.ts"

/** For a request that does not say how long its answer may be. */
const TOKENS = 4_096

/** If the provider says nothing of when to come back. */
const WAIT_MS = 1_000

const TOO_MANY = new Set([429, 529])

export const limited =
  ({ allow }: RequestLimit, handle: ApiHandler): ApiHandler =>
  async (api, path, request) => {
    const body = await request.clone().text()
    const { model, tokens } = askedIn(body)
    // Lists of models and the like ask no model.
    if (model === undefined) return handle(api, path, request)
    const { refused } = await Effect.runPromise(allow({ provider: api.kind, model, tokens }))
    const response = await handle(api, path, request)
    if (TOO_MANY.has(response.status)) await Effect.runPromise(refused(waitOf(response)))
    return response
  }

const askedIn = (body: string): { readonly model: string | undefined; readonly tokens: number } => {
  const json = tryCatch((): unknown => JSON.parse(body))
  if (!isObject(json) || typeof json["model"] !== "string") return { model: undefined, tokens: 0 }
  const most = [json["max_tokens"], json["max_output_tokens"], json["max_completion_tokens"]].find(
    (one) => typeof one === "number"
  )
  return { model: json["model"], tokens: typeof most === "number" ? most : TOKENS }
}

const waitOf = ({ headers }: Response): number => {
  const seconds = Number(headers.get("retry-after") ?? "")
  return seconds > 0 ? Math.min(60_000, seconds * 1_000) : WAIT_MS
}
