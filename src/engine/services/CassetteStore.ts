/**
 * Where recordings are kept if not in files. passhat makes the texts and reads them: what is stale, damaged or missing is
 * found as in files, and no secret reaches the store.
 */
import type * as Effect from "effect/Effect"

/** A name is `<suite>/<agent>/<model>.jsonl`. What a method fails with leaves the cell without a verdict. */
export interface CassetteStore {
  /** Where it is, for messages: `cassettes in memory`. */
  readonly name: string
  /** The text that was last written under the name, to the byte; undefined if there is none. */
  readonly read: (name: string) => Effect.Effect<string | undefined, unknown>
  /** Keeps a whole text. It is never given a part of one: a recording that is cut short is not written. */
  readonly write: (name: string, text: string) => Effect.Effect<void, unknown>
  /** The names of all texts, of any suite. Absent: recordings that no cell asks for are not reported. */
  readonly names?: Effect.Effect<ReadonlyArray<string>, unknown>
}
