/**
 * `passhat/effect`: the same names over the user's own copy of effect, with all of its `Schema`.
 */
export * from "./index.ts"
export * as Schema from "effect/Schema"
