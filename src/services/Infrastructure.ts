/**
 * The world did not answer. It says nothing about the agent, so it never becomes a quality failure.
 */
import * as Data from "effect/Data"
import type { Issue } from "../domain/Issue.ts"

export class Infrastructure extends Data.TaggedError("Infrastructure")<{
  readonly issue: Issue
  /** Whether it was the agent's own process that ended with an error code. */
  readonly isAgentExit?: boolean
}> {
  override get message(): string {
    return `${this.issue.message} ${this.issue.hint}`
  }
}
