/**
 * JSON Schemas that refer to each other twice at each level: some 50 characters a level, each of which doubles the work of reading them anew.
 */
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"

/** The last one is `a<levels>`. */
export const doubledDefinitions = (
  innermost: Json,
  levels: number,
  twice: (one: Json) => JsonObject = (one) => ({ allOf: [one, one] })
): JsonObject =>
  Object.fromEntries([
    ["a0", innermost],
    ...Array.from({ length: levels }, (_, at) => [`a${at + 1}`, twice({ $ref: `#/$defs/a${at}` })])
  ])

export const doubled: (...args: Parameters<typeof doubledDefinitions>) => JsonObject = (innermost, levels, twice) => ({
  $ref: `#/$defs/a${levels}`,
  $defs: doubledDefinitions(innermost, levels, twice)
})
