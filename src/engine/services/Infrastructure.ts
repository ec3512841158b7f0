/**
 * The world did not answer. It says nothing about the agent, so it never becomes a quality failure.
 */
import * as Data from "effect/Data"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"

/** The error of every service: the run that it ends has no verdict, and its issue says why. */
export class Infrastructure extends Data.TaggedError("Infrastructure")<{
  readonly issue: Issue
  /** Whether it was the agent's own process that ended with an error code. */
  readonly isAgentExit?: boolean
}> {
  override get message(): string {
    return `${this.issue.message} ${this.issue.hint}`
  }
}

/** Makes the error of a service: what happened as a sentence, and how to mend it. */
export const infrastructure = (message: string, hint: string): Infrastructure =>
  new Infrastructure({ issue: issue("INFRASTRUCTURE", message, hint) })

/** By its tag: an error of another copy of passhat is one as well. */
export const isInfrastructure = (error: unknown): error is Infrastructure =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "Infrastructure" && "issue" in error

/** The issue of an error. A service that fails with anything else than its errors gets an issue all the same. */
export const issueOf = (error: { readonly issue?: Issue } | undefined): Issue => {
  const { issue: given } = error ?? {}
  return typeof given?.message === "string" && typeof given.hint === "string"
    ? given
    : issue("INFRASTRUCTURE", `A layer failed with ${text(error)}.`, "Let it fail with Infrastructure.")
}

const text = (error: unknown): string => (error instanceof Error ? error.message : JSON.stringify(error)) || "no reason"
