/**
 * Kills passhat when it does not react to Ctrl-C, because code of a suite blocks the event loop: then no listener of signals is called.
 *
 * A shell script in the process group of passhat gets the signals that a terminal sends to the group. passhat replaces the script when
 * it hears of a signal itself; a script that is not replaced in time kills passhat, and the reaper its servers. A signal to the process
 * of passhat alone does not reach the script. On Windows there is no watchdog.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import process from "node:process"
import type { Environment } from "../../../base/std/Environment.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { permitted } from "../platform/permitted.ts"

const SIGNALS = ["SIGINT", "SIGTERM"] as const

/** Until the scope closes. Its listeners must be the first: the next one may end the process. */
export const watchdog = (environment: Environment): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => {
        let script = start(environment)
        const replace = () => {
          stop(script)
          script = start(environment)
        }
        for (const signal of SIGNALS) process.on(signal, replace)
        return () => {
          for (const signal of SIGNALS) process.off(signal, replace)
          stop(script)
        }
      }),
      (end) => Effect.sync(end)
    )
  )

/**
 * `wait` and not `read` waits for the end of the pipe, because not every shell interrupts `read` for a signal. `sleep` is short, so
 * that none is left when the script is killed.
 */
const script = `
exec 3<&0
trap '' INT TERM
cat <&3 >/dev/null 2>&1 &
trap 'signal=yes' INT TERM
wait $!
[ -n "$signal" ] || exit 0
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  sleep 0.2 2>/dev/null || sleep 1 2>/dev/null
  kill -s 0 "$PPID" 2>/dev/null || exit 0
done
kill -s KILL "$PPID" && echo "$0" >&2
`

const KILLED =
  "passhat did not react to a signal for 3 seconds, because code of a suite blocks it, and was killed. " +
  "Runs that were finished are kept: go on with --record=missing."

/** Undefined where there is no shell, or Deno may not start one. */
const start = ({ PATH = "/usr/bin:/bin" }: Environment): ChildProcess | undefined => {
  if (!permitted("run", SHELL)) return undefined
  const shell = tryCatch(() =>
    spawn(SHELL, ["-c", script, KILLED], { env: { PATH }, stdio: ["pipe", "ignore", "inherit"] })
  )
  shell?.on("error", ignore)
  shell?.stdin.on("error", ignore)
  shell?.unref()
  if (shell !== undefined && "unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref()
  return shell
}

const SHELL = "/bin/sh"

const stop = (shell: ChildProcess | undefined): void => {
  shell?.kill("SIGKILL")
  shell?.stdin?.destroy()
}

const ignore = () => {}
