/**
 * Runs a command of passhat in a process of its own: it loads suites as they are now, what they print does not reach the client,
 * and it can be ended. The process, and all that it starts, end with the call.
 */
import type { Readable } from "node:stream"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type Ending, startGroup } from "../../engine/layers/live/mcp/processGroup.ts"
import type { Reaper } from "../../engine/layers/live/mcp/reaper.ts"
import { CHILD_FILES } from "../../app/kit/childFiles.ts"
import { ownCommand } from "../../app/kit/ownCommand.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export interface Ended extends Ending {
  /** The beginning of what it printed. */
  readonly stdout: string
  /** Whether it printed more. */
  readonly isCut: boolean
  /** The end of what it wrote to standard error. */
  readonly stderr: string
}

export interface Surroundings {
  readonly folder: string
  readonly environment: Environment
  readonly reaper: Reaper
  /** Whether the environment may decide that agents run for real. */
  readonly allowLive: boolean
  readonly timeoutSeconds: number
}

const MOST_STDOUT = 64 * 1024 * 1024
const MOST_STDERR = 16 * 1024
/** How long to wait for the rest of its output after its exit. */
const DRAIN = "5 seconds"

export const childCommand = (argv: ReadonlyArray<string>, around: Surroundings): Effect.Effect<Ended, UsageError> =>
  Effect.scoped(started(argv, around)).pipe(
    Effect.timeoutOrElse({
      duration: around.timeoutSeconds * 1000,
      orElse: () => Effect.fail(tooLong(argv[0] ?? "", around.timeoutSeconds))
    })
  )

const started = Effect.fnUntraced(function* (argv: ReadonlyArray<string>, around: Surroundings) {
  const { environment, folder, reaper } = around
  const command = [...ownCommand(), ...argv]
  const env = { ...inherited(environment), ...reaper.mark, NO_COLOR: "1", PASSHAT_MODE: modeOf(around) }
  const group = yield* Effect.mapError(startGroup({ command, cwd: folder, env, reaper }), cannotStart)
  const [stdout, stderr] = [beginning(group.child.stdout), end(group.child.stderr)]
  group.child.stdin.end()
  const ending = yield* Deferred.await(group.exited)
  yield* Effect.timeoutOption(Deferred.await(group.closed), DRAIN)
  return { ...ending, ...stdout(), stderr: stderr() } satisfies Ended
})

/** Without --allow-live, nothing but the recordings can be asked, whatever the flags and the environment say. */
const modeOf = ({ allowLive }: Surroundings): string => (allowLive ? "auto" : "replay")

/** A terminal, a CI job or a watching passhat around the client has no say. */
const inherited = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !NOT_INHERITED.has(name)))

const NOT_INHERITED = new Set([CHILD_FILES, "COLUMNS", "FORCE_COLOR", "GITHUB_STEP_SUMMARY"])

const beginning = (stream: Readable) => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  stream.on("data", (chunk: Buffer) => {
    if (bytes < MOST_STDOUT) chunks.push(chunk.subarray(0, MOST_STDOUT - bytes))
    bytes += chunk.length
  })
  return () => ({ stdout: Buffer.concat(chunks).toString("utf8"), isCut: bytes > MOST_STDOUT })
}

const end = (stream: Readable) => {
  let kept: Buffer = Buffer.alloc(0)
  stream.on("data", (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk.subarray(-MOST_STDERR)]).subarray(-MOST_STDERR)
  })
  return () => kept.toString("utf8")
}

const cannotStart = (why: string): UsageError =>
  new UsageError({ what: `passhat could not start a process of its own: ${why}.`, hint: "Run the command by hand." })

const tooLong = (command: string, seconds: number): UsageError =>
  new UsageError({
    what: `passhat ${command} was ended after ${seconds} s, and there is no verdict.`,
    hint: "Look for code of a suite that never settles, choose fewer cells, or start passhat mcp with a longer --timeout."
  })
