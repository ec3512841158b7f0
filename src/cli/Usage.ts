/**
 * Something was asked for in a way that cannot be done: one sentence, and the way out.
 */
import * as Schema from "effect/Schema"

export class Usage extends Schema.TaggedError<Usage>()("Usage", { what: Schema.String, hint: Schema.String }) {
  override get message(): string {
    return `${this.what} ${this.hint}`
  }
}
