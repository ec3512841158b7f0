/**
 * The suite files that `--watch` assigns to a process that it starts.
 */
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Environment } from "../../base/std/Environment.ts"

/** The environment variable that holds the paths, as JSON. */
export const CHILD_FILES = "PASSHAT_PART"

/** Undefined if the process was not started by `--watch`: then it judges every file of the command. */
export const filesFromParent = ({ [CHILD_FILES]: text }: Environment): ReadonlyArray<string> | undefined => {
  const paths: unknown = text === undefined ? undefined : tryCatch(() => JSON.parse(text))
  return Array.isArray(paths) && paths.every((path) => typeof path === "string") ? paths : undefined
}
