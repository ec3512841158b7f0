/**
 * Ends what a killed passhat leaves behind. A small process holds the other end of a pipe; when the pipe closes, however
 * passhat ended, it kills the process groups that are still there and, on Linux, whatever carries the mark of this program
 * in its environment. It is a shell script, so it needs no runtime of its own; on Windows there is no such process.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import type { Environment } from "./childEnvironment.ts"

export interface Reaper {
  /** The variable that everything started by a server inherits, unless it scrubs its environment. */
  readonly mark: { readonly PASSHAT_MARK: string }
  /** Takes care of a process group until it is told that the group is gone. */
  readonly watch: (group: number) => void
  readonly forget: (group: number) => void
}

/** Nothing is started before there is something to watch. */
export const makeReaper = (environment: Environment): Effect.Effect<Reaper, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): Held => ({ mark: randomUUID(), process: undefined })),
      (held) => Effect.sync(() => held.process?.stdin?.end())
    ),
    (held) => {
      const tell = (words: string) => {
        held.process ??= start(held.mark, environment)
        held.process.stdin?.write(`${words}\n`)
      }
      return {
        mark: { PASSHAT_MARK: held.mark },
        watch: (group) => tell(`watch ${group}`),
        forget: (group) => tell(`forget ${group}`)
      }
    }
  )

interface Held {
  readonly mark: string
  process: ChildProcess | undefined
}

/** Killing is repeated, since what is killed may have started something in the meantime. */
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

/** In a session of its own, out of reach of the terminal's Ctrl-C, and no reason for this program to stay. */
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

/** Without a shell there is no reaper, and servers still end with their scope. */
const ignore = () => {}
