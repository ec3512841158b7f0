/**
 * A command of `passhat`: its row of help and flags, and the function that carries it out.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Command, Values } from "./Flag.ts"
import type { UsageError } from "../kit/UsageError.ts"

/** Returns the exit code. */
export type Work<R = never> = Effect.Effect<number, UsageError, R>

export interface RunnableCommand {
  readonly row: Command
  /** Takes the values that argv gives the flags and arguments of the row. */
  readonly handle: (values: never) => Work
}

/** Ties a function to the row that its values follow from. */
export const command = <C extends Command>(row: C, handle: (values: Values<C>) => Work): RunnableCommand => ({
  row,
  handle
})

/** Effect's FileSystem takes longer to load than most recordings to judge, so only the commands that need it load it. */
export const withFiles =
  <V>(handle: (values: V) => Work<FileSystem.FileSystem>) =>
  (values: V): Work =>
    Effect.flatMap(
      Effect.promise(() => import("../../engine/layers/platform/fileSystem.ts")),
      ({ layer }) => Effect.provide(handle(values), layer)
    )
