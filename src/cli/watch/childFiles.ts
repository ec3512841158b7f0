/**
 * A process that judges a part of a command for another one: which of the command's files are its own.
 */
import { tryCatch } from "../../std/tryCatch.ts"
import type { Environment } from "../run/mode.ts"

/** The variable that holds the paths, as JSON. Set by `--watch` for the processes that it starts. */
export const CHILD_FILES = "PASSHAT_PART"

/** Nothing for a process that judges all of it. */
export const filesFromParent = ({ [CHILD_FILES]: text }: Environment): ReadonlyArray<string> | undefined => {
  const paths: unknown = text === undefined ? undefined : tryCatch(() => JSON.parse(text))
  return Array.isArray(paths) && paths.every((path) => typeof path === "string") ? paths : undefined
}
