/**
 * Answers the requests of a server with what its suite gives for them, and refuses the others. Notes both.
 */
import * as Deferred from "effect/Deferred"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import type { Answers, ElicitRequest, SampleRequest, ServerRequest } from "../../../../base/domain/trace/ServerRequests.ts"
import { withoutBytes } from "../../../../base/domain/recording/withoutBytes.ts"
import { sha256 } from "../../../../base/std/sha256.ts"
import type { Client, Sdk } from "./sdk.ts"
import type { Violations } from "./violations.ts"

type Noted = Omit<ServerRequest, "server">

export interface Answering {
  /** What a client says of itself: a server may only ask for what is in it. */
  readonly capabilities: { readonly elicitation?: {}; readonly sampling?: {}; readonly roots?: {} }
  readonly install: (client: Client) => void
  /** What was answered since the last call. */
  readonly take: () => ReadonlyArray<Noted>
  /** Fails with the method and the error, once a function of the suite has failed. */
  readonly failed: Effect.Effect<never, Failed>
}

export interface Failed {
  readonly method: string
  readonly error: unknown
}

/** How many requests a run keeps: a server may ask without end. */
const MOST = 100

export const answering = (sdk: Sdk, answers: Answers, { note }: Violations): Answering => {
  const noted: Array<Noted> = []
  const failed = Deferred.makeUnsafe<never, Failed>()
  const { elicit, roots, sample } = answers

  const answer = (method: string, params: unknown, give: () => unknown): Promise<never> =>
    Promise.resolve()
      .then(give)
      .then(
        (given) => {
          if (noted.length < MOST) noted.push({ method, params: kept(params), answer: kept(given) })
          return given as never
        },
        (error: unknown) => {
          Deferred.doneUnsafe(failed, Exit.fail({ method, error }))
          return refusal("InternalError", "The function of the suite that answers failed.")
        }
      )

  const refusal = (code: "InternalError" | "MethodNotFound", why: string): Promise<never> =>
    Promise.reject(new sdk.ProtocolError(sdk.ProtocolErrorCode[code], why))

  return {
    capabilities: {
      ...(elicit !== undefined && { elicitation: {} }),
      ...(sample !== undefined && { sampling: {} }),
      ...(roots !== undefined && { roots: {} })
    },
    install: (client) => {
      if (elicit !== undefined) {
        client.setRequestHandler("elicitation/create", ({ method, params }) =>
          answer(method, params, () => elicit(params as unknown as ElicitRequest))
        )
      }
      if (sample !== undefined) {
        client.setRequestHandler("sampling/createMessage", ({ method, params }) =>
          answer(method, params, async () => sampled(await sample(params as unknown as SampleRequest)))
        )
      }
      if (roots !== undefined) {
        client.setRequestHandler("roots/list", ({ method }) =>
          answer(method, {}, () => ({ roots: roots.map((uri) => ({ uri })) }))
        )
      }
      client.fallbackRequestHandler = async ({ method, params }) => {
        note("unanswered_request", () => `${method} ${JSON.stringify(kept(params ?? {}))}`)
        return refusal("MethodNotFound", `The client does not offer ${method}.`)
      }
    },
    take: () => noted.splice(0),
    failed: Deferred.await(failed)
  }
}

const sampled = (given: string | JsonObject): JsonObject =>
  typeof given === "string"
    ? { role: "assistant", model: "suite", stopReason: "endTurn", content: { type: "text", text: given } }
    : given

/** In characters of JSON. A part of a text may be a part of a secret, so that what is too long is not kept at all. */
const LONGEST = 64 * 1024

const kept = (value: unknown): Json => {
  const text = JSON.stringify(value ?? null, (_, part) => withoutBytes(part))
  return text.length > LONGEST ? { sha256: sha256(text), characters: text.length } : JSON.parse(text)
}
