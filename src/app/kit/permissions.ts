/**
 * The permissions of Deno without which passhat cannot work, asked for before it needs them: one sentence that names the flag, in place
 * of a stack or a prompt. What a suite needs itself, such as the network, is left to Deno.
 */
import { type Permission, permitted } from "../../engine/layers/platform/permitted.ts"
import { UsageError } from "./UsageError.ts"

export interface Need {
  readonly name: Permission
  /** The part of the permission that is needed; without it, all of it. */
  readonly what?: string
  /** What is done with it: "read the environment". */
  readonly act: string
}

/** Every use of passhat reads the environment, and files in these folders. */
export const usual = (...folders: ReadonlyArray<string>): ReadonlyArray<Need> => [
  ...folders.map((what): Need => ({ name: "read", what, act: `read ${what}` })),
  { name: "env", act: "read environment variables" }
]

/** A recording is written into this folder, and locked in the name of the host. */
export const recording = (folder: string): ReadonlyArray<Need> => [
  { name: "write", what: folder, act: `write ${folder}` },
  { name: "sys", what: "hostname", act: "read the name of the host" }
]

/** The sentence about the first need that is not permitted. */
export const missingPermission = (needs: ReadonlyArray<Need>): UsageError | undefined => {
  const missing = needs.find(({ name, what }) => !permitted(name, what))
  return missing === undefined
    ? undefined
    : new UsageError({
        what: `Deno does not let passhat ${missing.act}.`,
        hint: `Run it with --allow-${missing.name}, or with -A.`
      })
}
