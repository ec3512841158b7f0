/**
 * Makes issues. Apart from Issue.ts, so that a file that makes issues does not load their Schema.
 */
import type { Issue, IssueCode } from "./Issue.ts"

/** An issue that leaves what it touches without a verdict. */
export const issue = (code: IssueCode, message: string, hint: string): Issue => ({
  code,
  message,
  hint,
  advisory: false
})

/** An issue that is shown and decides nothing. */
export const notice = (code: IssueCode, message: string, hint: string): Issue => ({
  code,
  message,
  hint,
  advisory: true
})
