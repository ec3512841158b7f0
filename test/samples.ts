/** Random values that a Schema accepts, and values that differ from them in one place. */
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import type { Json } from "../src/base/domain/Json.ts"

/** The same in every run of the tests, and as JSON gives them back: no negative zero. */
export const samplesOf = (schema: Schema.Top, count: number): ReadonlyArray<Json> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count, seed: 1, size: 6 })).map(throughJson)

export interface Mutation {
  readonly at: number
  readonly how: "replace" | "leave out" | "add a key"
  readonly replacement: Json
}

export const mutations = (replacement: fc.Arbitrary<Json>): fc.Arbitrary<Mutation> =>
  fc.record({ at: fc.nat(), how: fc.constantFrom("replace", "leave out", "add a key"), replacement })

/** Changes one of the values in a value, counted in order and around. */
export const mutated = (value: Json, { at, how, replacement }: Mutation): Json => {
  const text = JSON.stringify(value)
  let count = 0
  JSON.parse(text, () => void count++)
  let place = at % count
  const changed: unknown = JSON.parse(text, (_, inner: Json) => {
    if (place-- !== 0) return inner
    if (how === "leave out") return undefined
    return how === "add a key" && typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? { ...inner, extra: replacement }
      : replacement
  })
  return changed === undefined ? null : throughJson(changed)
}

const throughJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))
