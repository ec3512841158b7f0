/**
 * What the two APIs of OpenAI's SDK have in common: its client, and how tools are described.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { Json } from "../../domain/Json.ts"
import { isJsonObject } from "../../std/Json.ts"
import type { Address } from "../Address.ts"
import { type Failure, failureOf } from "./Failure.ts"
import { clientOptions, loadSdk } from "./sdk.ts"

export const openaiClient = (address: Address): Effect.Effect<OpenAI, Failure> =>
  Effect.flatMap(
    loadSdk("openai", () => import("openai")),
    ({ OpenAI: Client }) =>
      Effect.try({
        // Null keeps the SDK from reading the organization and the project from the process's environment.
        try: () => new Client({ ...clientOptions(address), organization: null, project: null }),
        catch: failureOf
      })
  )

/** The most characters that a tool's name may have. */
export const LONGEST_NAME = 64

/** A tool's input schema. OpenAI requires `properties`, even of an object that has none. */
export const parameters = (schema: Json): { [name: string]: unknown } => ({
  type: "object",
  properties: {},
  ...(isJsonObject(schema) && schema)
})
