/**
 * What Effect's command line asks of the machine, on `node:*` alone: Bun, Deno and Node all have it.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { layer as fileSystem } from "../layers/platform/fileSystem.ts"

export type Environment =
  | FileSystem.FileSystem
  | Path.Path
  | Stdio.Stdio
  | Terminal.Terminal
  | ChildProcessSpawner.ChildProcessSpawner

const notWired = Effect.die("passhat asks nothing at the terminal and starts no process this way")

export const platform: Layer.Layer<Environment> = Layer.mergeAll(
  fileSystem,
  Path.layer,
  Layer.succeed(
    Stdio.Stdio,
    Stdio.make({
      args: Effect.sync(() => process.argv.slice(2)),
      stdin: Stream.empty,
      stdout: () => Sink.drain,
      stderr: () => Sink.drain
    })
  ),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: Effect.sync(() => process.stdout.columns ?? 80),
      rows: Effect.sync(() => process.stdout.rows ?? 24),
      size: notWired,
      readInput: notWired,
      readLine: notWired,
      display: () => notWired
    })
  ),
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => notWired)
  )
)
