/**
 * A command that cannot be carried out as it was given: what is wrong in one sentence, and what to do instead.
 */
import * as Data from "effect/Data"

export class UsageError extends Data.TaggedError("UsageError")<{ readonly what: string; readonly hint: string }> {
  override get message(): string {
    return `${this.what} ${this.hint}`
  }
}
