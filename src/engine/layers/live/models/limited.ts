/**
 * Requests of an agent's own clients within the limits that workers share: they wait as those of the built-in agent do, and end with the
 * budget. What an answer has needed is not read, so that each counts as the longest answer that it asks for.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Cell } from "../../../../base/domain/plan/Plan.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { boundedWait } from "../../../../edges/providers/wire/retry.ts"
import type { RequestLimit } from "../../../services/RequestLimits.ts"
import { isObject } from "../../../../base/std/Json.ts"
import { tryCatch } from "../../../../base/std/tryCatch.ts"
import type { Api, ApiHandler } from "./apis.ts"
import { bodyOf } from "./wireBody.ts"

/** For a request that does not say how long its answer may be. */
const TOKENS = 4_096

/** If the provider says nothing of when to come back. */
const WAIT_MS = 1_000

const TOO_MANY = new Set([429, 529])

export interface Limits {
  readonly cell: Cell
  readonly requests: RequestLimit
  /** Ends the run. */
  readonly fail: (error: Infrastructure) => void
}

/** A request that the agent no longer waits for, or whose run has ended, is not sent. */
export const limited =
  (limits: Limits, handle: ApiHandler): ApiHandler =>
  async (api, path, request) => {
    const { model, tokens } = askedIn(new TextDecoder().decode(await bodyOf(request.clone())))
    // Lists of models and the like ask no model.
    if (model === undefined) return handle(api, path, request)
    const answer = Effect.promise(() => handle(api, path, request))
    return Effect.runPromise(within(limits, api, model, tokens, answer), { signal: request.signal })
  }

const within = (
  { cell, fail, requests: { allow, spending } }: Limits,
  api: Api,
  model: string,
  tokens: number,
  answer: Effect.Effect<Response>
) =>
  Effect.gen(function* () {
    yield* spending.reserve(tokens, cell)
    const settle = (spent: number) => spending.settle(tokens, spent, cell)
    const { refused, used } = yield* Effect.onError(allow({ provider: api.kind, model, tokens }), () => settle(0))
    const response = yield* Effect.onExit(answer, (exit) => settle(isPaid(exit) ? tokens : 0))
    yield* TOO_MANY.has(response.status) ? Effect.flatMap(waitOf(response), refused) : used(tokens)
    return response
  }).pipe(Effect.tapError((error) => Effect.sync(() => fail(error))))

/** Also if the agent has gone away before the answer came: the provider may have given it. */
const isPaid = (exit: Exit.Exit<Response>): boolean => (Exit.isSuccess(exit) ? exit.value.ok : Exit.hasInterrupts(exit))

const askedIn = (body: string): { readonly model: string | undefined; readonly tokens: number } => {
  const json = tryCatch((): unknown => JSON.parse(body))
  if (!isObject(json) || typeof json["model"] !== "string") return { model: undefined, tokens: 0 }
  const most = [json["max_tokens"], json["max_output_tokens"], json["max_completion_tokens"]].find(isCount)
  return { model: json["model"], tokens: most ?? TOKENS }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const waitOf = ({ headers }: Response): Effect.Effect<number> => {
  const asked = { retryAfter: headers.get("retry-after") ?? "", retryAfterMs: headers.get("retry-after-ms") ?? "" }
  return Effect.map(Clock.currentTimeMillis, (now) => boundedWait(asked, now) ?? WAIT_MS)
}
