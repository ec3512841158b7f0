/**
 * A client of OpenAI's SDK, for OpenAI and for everyone who speaks as it does.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { Address } from "./Address.ts"
import { clientOptions } from "./clientOptions.ts"
import { type Failure, failureOf } from "./Failure.ts"
import { load } from "./load.ts"

export const openaiClient = (address: Address): Effect.Effect<OpenAI, Failure> =>
  Effect.flatMap(
    load("openai", () => import("openai")),
    ({ OpenAI: Client }) =>
      Effect.try({
        // The account of the process is nobody else's business.
        try: () => new Client({ ...clientOptions(address), organization: null, project: null }),
        catch: failureOf
      })
  )
