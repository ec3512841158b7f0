/**
 * A process and all that it starts, gone when the scope is: it leads a group of its own, and the group is asked to end,
 * then told to, then killed.
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
  /** How its leader ended, once it has. */
  readonly exited: Deferred.Deferred<Ending>
  /** Its leader has ended, and all that it wrote has been read. */
  readonly closed: Deferred.Deferred<void>
  readonly kill: () => void
}

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
}

export interface Start {
  /** The program and its arguments, never seen by a shell. */
  readonly command: ReadonlyArray<string>
  readonly env: NodeJS.ProcessEnv
  /** Where passhat was started unless said. */
  readonly cwd?: string | undefined
  readonly reaper: Reaper
}

/** How long each step towards the end may take; less when the program itself is being interrupted. */
const GRACE_MS = 1000
const HURRIED_GRACE_MS = 500

/** Fails with the system's own words if there is no such program. */
export const startGroup = (start: Start): Effect.Effect<ProcessGroup, string, Scope.Scope> =>
  Effect.acquireRelease(spawned(start), (group, exit) =>
    stop(group, Exit.hasInterrupts(exit) ? HURRIED_GRACE_MS : GRACE_MS)
  )

const WINDOWS = platform() === "win32"

const spawned = Effect.fnUntraced(function* ({ command, cwd, env, reaper }: Start) {
  const [program = "", ...args] = command
  const child = yield* Effect.try({
    try: () => spawn(program, args, { cwd, detached: !WINDOWS, env, stdio: "pipe", windowsHide: true }),
    catch: String
  })
  const { pid } = child
  if (pid === undefined) {
    return yield* Effect.callback<never, string>((resume) => {
      child.once("error", (error) => resume(Effect.fail(error.message)))
    })
  }
  const kill = (signal: NodeJS.Signals) => Result.try(() => (WINDOWS ? child.kill(signal) : process.kill(-pid, signal)))
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
    // What its leader leaves behind is of no use to anybody.
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

/** What cannot be written or signalled has ended, and its end is told elsewhere. */
const ignore = () => {}

/** Measured on the leader's exit: its pipes may be held open by what it started. */
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
