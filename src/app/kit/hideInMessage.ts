/**
 * Replaces the secrets of the environment in a message that is printed before the secrets of suites are known.
 */
import * as Effect from "effect/Effect"
import type { Environment } from "../../base/std/Environment.ts"
import { hasKeyWord, mentionsSecret } from "../../engine/layers/record/secretWords.ts"

export const hideInMessage = Effect.fnUntraced(function* (message: string, environment: Environment) {
  if (!hasKeyWord(message) && !Object.keys(environment).some(mentionsSecret)) return message
  const [{ makeRedactor }, { secretsOf }] = yield* Effect.promise(() =>
    Promise.all([import("../../engine/layers/record/redact.ts"), import("../../engine/layers/record/secrets.ts")])
  )
  return makeRedactor(secretsOf(environment, [])).text(message)
})
