/**
 * A process and everything that it starts, ended with the scope. The process leads a group of its own; its stdin is closed,
 * then the group gets SIGTERM, then SIGKILL.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { platform } from "node:os"
import process from "node:process"
import type { Reaper } from "./reaper.ts"

export interface ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves when the leader exits. */
  readonly exited: Deferred.Deferred<Ending>
  /** Resolves when the leader has exited and its output has been read. */
  readonly closed: Deferred.Deferred<void>
  readonly kill: () => void
}

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
}

export interface Start {
  /** The program and its arguments; no shell interprets them. */
  readonly command: ReadonlyArray<string>
  readonly env: NodeJS.ProcessEnv
  /** By default the process's own. */
  readonly cwd?: string | undefined
  readonly reaper: Reaper
}

/** How long each of the three steps may take; less if passhat is being interrupted. */
const GRACE_MS = 1000
const INTERRUPTED_GRACE_MS = 500

/** Fails with the system's message if the program cannot be started, and on Windows, where what it starts would be left behind. */
export const startGroup = (
  start: Start,
  os: NodeJS.Platform = platform()
): Effect.Effect<ProcessGroup, string, Scope.Scope> =>
  os === "win32"
    ? Effect.fail(NO_GROUPS)
    : Effect.acquireRelease(spawnGroup(start), (group, exit) =>
        stop(group, Exit.hasInterrupts(exit) ? INTERRUPTED_GRACE_MS : GRACE_MS)
      )

const NO_GROUPS =
  "On Windows passhat cannot end everything that a process starts. Run the suite in WSL, or give the server a url or a function."

const spawnGroup = Effect.fnUntraced(function* ({ command, cwd, env, reaper }: Start) {
  const [program = "", ...args] = command
  const child = yield* Effect.try({
    try: () => spawn(program, args, { cwd, detached: true, env, stdio: "pipe" }),
    catch: String
  })
  const { pid } = child
  if (pid === undefined) {
    return yield* Effect.callback<never, string>((resume) => {
      child.once("error", (error) => resume(Effect.fail(error.message)))
    })
  }
  const kill = (signal: NodeJS.Signals) => Result.try(() => process.kill(-pid, signal))
  const group: Group = {
    child,
    exited: Deferred.makeUnsafe(),
    closed: Deferred.makeUnsafe(),
    kill: () => kill("SIGKILL"),
    terminate: () => kill("SIGTERM")
  }
  reaper.watch(pid)
  child.on("error", ignore)
  child.stdin.on("error", ignore)
  child.once("exit", (code, signal) => {
    // Processes that the leader leaves behind must not outlive it.
    group.kill()
    reaper.forget(pid)
    Deferred.doneUnsafe(group.exited, Exit.succeed({ code, signal }))
  })
  child.once("close", () => Deferred.doneUnsafe(group.closed, Exit.void))
  return group
})

interface Group extends ProcessGroup {
  readonly terminate: () => void
}

/** Errors of writing and signalling mean that the process has ended, which `exited` reports. */
const ignore = () => {}

/** Waits for the exit of the leader and not for its pipes, which a child of it may hold open. */
const stop = Effect.fnUntraced(function* (group: Group, grace: number) {
  const exits = Effect.map(Effect.timeoutOption(Deferred.await(group.exited), grace), Option.isSome)
  group.child.stdin.end()
  if (!(yield* exits)) {
    group.terminate()
    if (!(yield* exits)) {
      group.kill()
      yield* exits
    }
  }
  group.child.stdout.destroy()
  group.child.stderr.destroy()
})
