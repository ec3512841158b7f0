/**
 * The same door for those who use effect themselves: over the copy of effect that they have installed, with all of its
 * `Schema`, so that schemas of their own and of passhat are parts of each other.
 */
export * from "./index.ts"
export * as Schema from "effect/Schema"
