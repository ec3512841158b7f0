/**
 * Identifies a process, and tells whether it still runs. A pid alone does not suffice, because systems reuse pids.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import process from "node:process"
import { errorCode } from "../../../base/std/errorCode.ts"

export const ProcessIdentity = Schema.Struct({
  pid: Schema.Natural,
  /** When it was started, in the units of /proc; undefined except on Linux. */
  started: Schema.optionalKey(Schema.String),
  host: Schema.String
})
export interface ProcessIdentity extends Schema.Schema.Type<typeof ProcessIdentity> {}

export const thisProcess = (): ProcessIdentity => {
  const started = statusOf(process.pid)?.started
  return { pid: process.pid, ...(started !== undefined && { started }), host: hostname() }
}

/** A process of another host counts as running, because it cannot be checked. */
export const isRunning = ({ host, pid, started }: ProcessIdentity): boolean => {
  if (host !== hostname()) return true
  if (isGone(pid)) return false
  const status = statusOf(pid)
  if (status === undefined) return true
  return status.state !== "Z" && status.state !== "X" && (started === undefined || status.started === started)
}

/** Signal 0 only checks for the process. For a process of another user it fails with EPERM, and the process exists. */
const isGone = (pid: number): boolean => {
  const signalled = Result.try(() => process.kill(pid, 0))
  return Result.isFailure(signalled) && errorCode(signalled.failure) === "ESRCH"
}

interface Status {
  /** `Z` and `X` have ended. */
  readonly state: string
  readonly started: string
}

/** Reads /proc/<pid>/stat. The fields follow the command's name, which may contain spaces and parentheses. */
const statusOf = (pid: number): Status | undefined => {
  const text = Result.getOrUndefined(Result.try(() => readFileSync(`/proc/${pid}/stat`, "utf8")))
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ")
  const [state, started] = [fields?.[0], fields?.[19]]
  return state === undefined || started === undefined ? undefined : { state, started }
}
