/**
 * What `import { Schema } from "passhat"` finds since `Schema` has a door of its own: a sentence that says so, from the
 * compiler and at run time.
 */
import { raise } from "../../base/std/tryCatch.ts"

/** Has none of the members, so that the compiler prints its name at every use: `Moved<"to passhat/schema">`. */
export interface Moved<_Place extends string> {
  readonly "~moved": never
}

/** @deprecated Write `import { Schema } from "passhat/schema"`. */
export const Schema: Moved<"to passhat/schema"> = new Proxy(Object.create(null), {
  // Throws, because a stand-in that went on could make a check of the user's own come out true.
  get: (_, member) =>
    typeof member === "symbol"
      ? undefined
      : raise('Schema is no longer exported by passhat: take it from "passhat/schema"')
})
