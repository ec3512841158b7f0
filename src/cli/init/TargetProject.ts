/**
 * The project that `passhat init` finds itself in: what it is built with, what it says of itself, what it has.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { JsonObject } from "../../domain/Json.ts"
import { isJsonObject } from "../../std/Json.ts"
import { UsageError } from "../UsageError.ts"
import { readObject } from "./jsonText.ts"
import { type Toolchain, toolchainOf } from "./Toolchain.ts"

export interface TargetProject {
  readonly folder: string
  readonly toolchain: Toolchain
  /** The text of its manifest, and the scripts in it. */
  readonly manifest: string
  readonly scripts: JsonObject
  /** Of a file that is a module everywhere: where a package does not say that its files are, `.mts` does. */
  readonly extension: "ts" | "mts"
  readonly hasTsconfig: boolean
  /** Whether a package is among its dependencies. */
  readonly has: (name: string) => boolean
}

export const inspectProject = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const files = yield* Effect.orElseSucceed(fs.readDirectory(folder), (): ReadonlyArray<string> => [])
  const toolchain = toolchainOf(files)
  if (toolchain === undefined) {
    return yield* new UsageError({
      what: "There is no package.json and no deno.json in this folder.",
      hint: "Make a project first: npm init -y, bun init or deno init."
    })
  }
  const manifest = yield* Effect.orElseSucceed(fs.readFileString(join(folder, toolchain.manifest)), () => "")
  const said = readObject(manifest)
  const scripts = said?.[toolchain.scripts] ?? {}
  if (said === undefined || !isJsonObject(scripts)) {
    return yield* new UsageError({
      what: `${toolchain.manifest} ${said === undefined ? "is no JSON object" : `has ${toolchain.scripts} that are no object`}.`,
      hint: "Correct it first; nothing was written."
    })
  }
  const isModule = toolchain.workflow === "deno" || said["type"] === "module"
  const packages = [said["dependencies"], said["devDependencies"], said["imports"]].filter(isJsonObject)
  return {
    folder,
    toolchain,
    manifest,
    scripts,
    extension: isModule ? "ts" : "mts",
    hasTsconfig: files.includes("tsconfig.json"),
    has: (name) => packages.some((some) => Object.hasOwn(some, name))
  } satisfies TargetProject
})
