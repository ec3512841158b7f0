/**
 * The model as its provider answers today: Anthropic, OpenAI, or a server that speaks OpenAI's Chat Completions.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { issue } from "../../domain/issues.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { Model, type Request } from "../../services/Model.ts"
import { addressOf, type Environment, type Reachable } from "./providers/Address.ts"
import { anthropic } from "./providers/anthropic.ts"
import type { Ask } from "./providers/Ask.ts"
import { chat } from "./providers/chat.ts"
import { explain } from "./providers/explain.ts"
import { noKey } from "./providers/Failure.ts"
import { persist } from "./providers/persist.ts"
import { responses } from "./providers/responses.ts"

export interface Options {
  /** Answers in pieces instead of whole; unless said, only long ones where the provider gives those no other way. */
  readonly stream?: boolean
}

/** Keys and addresses come from the environment that is given, never from the process. */
export const layer = (environment: Environment, { stream = false }: Options = {}): Layer.Layer<Model> =>
  Layer.succeed(Model, {
    ask: (request) => {
      const { provider } = request.cell
      if (provider.kind === "driver") return Effect.fail(noModel(request))
      const address = addressOf(provider, environment)
      const answer = address.locked ? Effect.fail(noKey) : asks[provider.kind]({ request, address, stream })
      return persist(answer).pipe(Effect.mapError(explain(request, address)))
    }
  })

const asks: Readonly<Record<Reachable["kind"], Ask>> = { anthropic, openai: responses, openai_compatible: chat }

const noModel = ({ cell, run }: Request): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${cell.name}, run #${run}: the agent is driven by code of its own, and has no model that could be asked.`,
      "Let the driver ask its model itself, or leave the driver out."
    )
  })
