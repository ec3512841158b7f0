/**
 * Kills the processes that a killed passhat leaves behind. A shell script holds the other end of a pipe; when the pipe
 * closes, however passhat ended, the script kills the remaining process groups and, on Linux, every process that has the
 * mark of this passhat in its environment. On Windows no process is started.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import type { Environment } from "../../../../base/std/Environment.ts"

export interface Reaper {
  /** The variable that processes started by a server inherit, unless the server clears their environment. */
  readonly mark: { readonly PASSHAT_MARK: string }
  /** Adds a process group to those that the reaper kills; `forget` removes it. */
  readonly watch: (group: number) => void
  readonly forget: (group: number) => void
}

/** The script starts with the first `watch`. */
export const makeReaper = (environment: Environment): Effect.Effect<Reaper, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): ReaperState => ({ mark: randomUUID(), process: undefined })),
      (state) => Effect.sync(() => state.process?.stdin?.end())
    ),
    (state) => {
      const send = (line: string) => {
        state.process ??= start(state.mark, environment)
        state.process.stdin?.write(`${line}\n`)
      }
      return {
        mark: { PASSHAT_MARK: state.mark },
        watch: (group) => send(`watch ${group}`),
        forget: (group) => send(`forget ${group}`)
      }
    }
  )

interface ReaperState {
  readonly mark: string
  process: ChildProcess | undefined
}

/** Kills in five rounds, because a process may start another one before it is killed. */
const script = `
groups=" "
while read -r verb group; do
  case $verb in
    watch) groups="$groups$group " ;;
    forget) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;; esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for round in 1 2 3 4 5; do
  marked=$(grep -lF -- "PASSHAT_MARK=$0" /proc/[0-9]*/environ)
  [ -n "$marked" ] || exit 0
  for file in $marked; do file=\${file#/proc/}; kill -s KILL "\${file%/environ}"; done
done
`

/** Detached, so that Ctrl-C in the terminal does not reach it, and unreferenced, so that passhat can exit. */
const start = (mark: string, { PATH = "/usr/bin:/bin" }: Environment): ChildProcess => {
  const shell = spawn("/bin/sh", ["-c", script, mark], {
    detached: true,
    env: { PATH },
    stdio: ["pipe", "ignore", "ignore"]
  })
  shell.on("error", ignore)
  shell.stdin.on("error", ignore)
  shell.unref()
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref()
  return shell
}

/** Without a shell there is no reaper; servers still end with their scope. */
const ignore = () => {}
