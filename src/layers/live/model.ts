/**
 * The model as its provider answers it today: Anthropic, OpenAI, or a server that speaks OpenAI's Chat Completions.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Model, type Request } from "../../services/Model.ts"
import { type Address, addressOf, type Environment } from "./providers/address.ts"
import { anthropic } from "./providers/anthropic.ts"
import type { Ask } from "./providers/Ask.ts"
import { chat } from "./providers/chat.ts"
import { explain } from "./providers/explain.ts"
import { Failure } from "./providers/Failure.ts"
import { persist } from "./providers/persist.ts"
import { responses } from "./providers/responses.ts"

export interface Options {
  /** Answers piece by piece instead of whole; unless said, only where the provider gives long ones no other way. */
  readonly stream?: boolean
}

/** Keys and addresses come from the environment that is given, never from the process. */
export const layer = (environment: Environment, { stream = false }: Options = {}): Layer.Layer<Model> =>
  Layer.succeed(Model, {
    ask: (request) => {
      const address = addressOf(request.cell.provider, environment)
      return persist(attempt(request, address, stream)).pipe(Effect.mapError(explain(request, address)))
    }
  })

const asks = { anthropic, openai: responses, openai_compatible: chat } satisfies Record<string, Ask>

const attempt = (request: Request, address: Address, stream: boolean) => {
  const { kind } = request.cell.provider
  if (kind === "driver") return Effect.fail(new Failure({ reason: "NoModel", detail: "", retryable: false }))
  if (address.locked) return Effect.fail(new Failure({ reason: "NoKey", detail: "", retryable: false }))
  return asks[kind]({ request, address, stream })
}
