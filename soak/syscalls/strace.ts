/**
 * A recorder under strace, which fails one of its system calls or kills it there.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import * as Space from "../recording/workspace.ts"

/** Those that change a folder of cassettes, or look for a file in it. */
export const syscalls = [
  "openat",
  "write",
  "pwrite64",
  "ftruncate",
  "fsync",
  "close",
  "chmod",
  "rename",
  "link",
  "unlink"
] as const

export interface Injection {
  readonly syscall: (typeof syscalls)[number]
  readonly what: "signal=KILL" | "error=ENOSPC" | "error=EIO"
  /** Which call of a thread, from 1. */
  readonly when: number
}

/** Why no recorder can be traced here. */
export const straceProblem = (): string | undefined => {
  const { error, status } = spawnSync("strace", [
    "-f",
    "-e",
    "inject=fsync:error=EIO:when=9",
    "-o",
    "/dev/null",
    "true"
  ])
  return error !== undefined || status !== 0 ? "this machine has no strace that may trace a process" : undefined
}

/** Node has one thread for files here, so that the calls have an order. It is traced from the moment at which it is told to go. */
export const traced = async (
  space: Space.Workspace,
  starting: Omit<Space.Starting, "runtime">,
  injection?: Injection
) => {
  const env = { UV_THREADPOOL_SIZE: "1" }
  const recorder = Space.startRecorder(space, { ...starting, runtime: "Node", env })
  await recorder.ready
  const output = `${space.log}.trace`
  const inject = injection && ["-e", `inject=${injection.syscall}:${injection.what}:when=${injection.when}`]
  const chosen = injection === undefined ? syscalls.join(",") : injection.syscall
  const args = ["-f", "-y", "-s", "0", "-e", `trace=${chosen}`, ...(inject ?? []), "-o", output]
  const tracer = spawn("strace", [...args, "-p", String(recorder.pid)], { stdio: ["ignore", "ignore", "pipe"] })
  const traceEnded = new Promise((resolve) => tracer.once("close", resolve))
  await Promise.race([new Promise((attached) => tracer.stderr.once("data", attached)), traceEnded])
  recorder.go()
  const end = await recorder.ended
  await traceEnded
  const lines = existsSync(output) ? readFileSync(output, "utf8").split("\n") : []
  rmSync(output, { force: true })
  return { ...end, calls: lines.flatMap((line) => callOf(line, space.folder)), lines }
}

/** A call that has to do with the folder. */
const callOf = (line: string, folder: string) => {
  const [, thread = "", syscall = ""] = line.match(/^(\d+)\s+(\w+)\(/) ?? []
  return line.includes(folder) ? [{ thread, syscall, isInjected: /INJECTED|= \?/.test(line) }] : []
}
