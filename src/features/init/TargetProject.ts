/**
 * The project that `passhat init` writes into: its toolchain, manifest, dependencies and compiler settings.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { readObject } from "./jsonText.ts"
import { type Toolchain, toolchainOf } from "./Toolchain.ts"

export interface TargetProject {
  readonly folder: string
  readonly toolchain: Toolchain
  /** The text of the manifest, and its scripts. */
  readonly manifest: string
  readonly scripts: JsonObject
  /** `.mts` if the package does not declare that its files are modules. */
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
  const parsed = readObject(manifest)
  const { [toolchain.scripts]: scripts = {} } = parsed ?? {}
  if (parsed === undefined || !isJsonObject(scripts)) {
    return yield* new UsageError({
      what: `${toolchain.manifest} ${parsed === undefined ? "is no JSON object" : `has ${toolchain.scripts} that are no object`}.`,
      hint: "Correct it first; nothing was written."
    })
  }
  const isModule = toolchain.workflow === "deno" || parsed["type"] === "module"
  const packages = [parsed["dependencies"], parsed["devDependencies"], parsed["imports"]].filter(isJsonObject)
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
