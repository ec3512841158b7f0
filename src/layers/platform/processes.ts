/**
 * Who a process is, and whether it still runs: a number alone does not say, since numbers are used again.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import process from "node:process"
import { errorCode } from "./attempt.ts"

export const ProcessIdentity = Schema.Struct({
  pid: Schema.Natural,
  /** When it was started, as the system counts; only Linux tells. */
  started: Schema.optionalKey(Schema.String),
  host: Schema.String
})
export interface ProcessIdentity extends Schema.Schema.Type<typeof ProcessIdentity> {}

export const thisProcess = (): ProcessIdentity => {
  const started = statusOf(process.pid)?.started
  return { pid: process.pid, ...(started !== undefined && { started }), host: hostname() }
}

/** What runs on another host cannot be seen, and counts as running. */
export const isRunning = ({ host, pid, started }: ProcessIdentity): boolean => {
  if (host !== hostname()) return true
  if (isGone(pid)) return false
  const status = statusOf(pid)
  if (status === undefined) return true
  return status.state !== "Z" && status.state !== "X" && (started === undefined || status.started === started)
}

/** Signal 0 is not sent; it only says whether it could be. A process of another user is there, and may not be signalled. */
const isGone = (pid: number): boolean => {
  const asked = Result.try(() => process.kill(pid, 0))
  return Result.isFailure(asked) && errorCode(asked.failure) === "ESRCH"
}

interface Status {
  /** `Z` has ended and waits for its parent to notice. */
  readonly state: string
  readonly started: string
}

/** From /proc/<pid>/stat: its fields follow the command's name, which may itself hold spaces and parentheses. */
const statusOf = (pid: number): Status | undefined => {
  const text = Result.getOrUndefined(Result.try(() => readFileSync(`/proc/${pid}/stat`, "utf8")))
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ")
  const [state, started] = [fields?.[0], fields?.[19]]
  return state === undefined || started === undefined ? undefined : { state, started }
}
