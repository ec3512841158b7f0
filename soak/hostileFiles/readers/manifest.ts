/**
 * Manifests: `init` reads package.json and deno.json, with comments or without, and adds scripts to them.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import { addTexts, readObject } from "../../../src/features/init/jsonText.ts"
import { inspectProject } from "../../../src/features/init/TargetProject.ts"
import * as Files from "../../../src/engine/layers/platform/fileSystem.ts"
import { bytesOf, type Reader } from "../Reader.ts"

const plain = JSON.stringify(
  { name: "mine", type: "module", scripts: { test: "x" }, dependencies: { passhat: "1" } },
  undefined,
  2
)
const commented = `{\r\n  // mine\r\n  "name": "mine", /* all */\r\n  "scripts": {\r\n    "test": "x", // last\r\n  },\r\n}\r\n`

const MOST = 50_000

export const manifestReader = (directory: string): Reader => {
  const folder = join(directory, "manifest")
  mkdirSync(folder, { recursive: true })
  return {
    name: "manifest",
    seeds: bytesOf(plain, JSON.stringify(JSON.parse(plain)), commented, "{}\n"),
    place: /^package\.json /,
    read: async (bytes) => {
      writeFileSync(join(folder, "package.json"), bytes)
      const read = Effect.catch(inspectProject(folder), ({ message }) => Effect.succeed(message))
      const found = await Effect.runPromise(Effect.provide(read, Files.layer))
      if (typeof found === "string") return { refusals: [found] }
      const { manifest, scripts } = found
      // What compares values here would itself not survive a bomb.
      if (manifest.length > MOST) return { refusals: [] }
      const added = readObject(addTexts(manifest, "scripts", { evals: "e" }))
      const before = readObject(manifest)
      const isKept =
        isDeepStrictEqual({ ...added, scripts: 0 }, { ...before, scripts: 0 }) &&
        isDeepStrictEqual(added?.["scripts"], { ...scripts, evals: "e" })
      return { refusals: [], ...(!isKept && { wrong: "adding a script changes what else is in it" }) }
    }
  }
}
