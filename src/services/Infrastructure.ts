/**
 * The world did not answer. It says nothing about the agent, so it never becomes a quality failure.
 */
import * as Schema from "effect/Schema"
import { Issue } from "../domain/Issue.ts"

export class Infrastructure extends Schema.TaggedError<Infrastructure>()("Infrastructure", { issue: Issue }) {
  override get message(): string {
    return `${this.issue.message} ${this.issue.hint}`
  }
}
