/**
 * What `passhat init` would write into a project: a suite of the user's own server, or a demo that needs none.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { catalogueSource } from "../types/catalogueSource.ts"
import { reachedBy } from "../types/catalogue.ts"
import { listServer } from "../types/listServer.ts"
import { serverName } from "../types/serverName.ts"
import { Usage } from "../Usage.ts"
import { firstTool } from "./firstTool.ts"
import type { Ground } from "./Ground.ts"
import type { InitFlags } from "./init.ts"
import { suiteSource } from "./suiteSource.ts"
import { fill, template } from "./templates.ts"
import type { NewFile } from "./writeNew.ts"

/** The suite comes first. */
export const serverFiles = Effect.fnUntraced(function* (flags: InitFlags, model: string, extension: string) {
  const reached = yield* reachedBy(flags)
  const server = Option.getOrElse(flags.name, () => serverName(reached))
  const listing = yield* listServer(server, reached)
  const tool = firstTool(listing.tools)
  if (tool === undefined) {
    return yield* new Usage({
      what: `The server ${server} lists no tools, so there is nothing to ask an agent for.`,
      hint: "Give it a tool, or name another server."
    })
  }
  const file =
    server
      .replaceAll(/[^A-Za-z0-9]+/g, " ")
      .trim()
      .replaceAll(" ", "-")
      .toLowerCase() || "server"
  const suite = suiteSource(yield* template("suites/first.txt"), { server, file, tool, model })
  const catalogue = catalogueSource(server, reached, listing)
  return [
    module(`suites/${file}.ts`, suite, extension),
    module(`suites/servers/${file}.ts`, catalogue, extension)
  ] satisfies ReadonlyArray<NewFile>
})

const demo = [
  "suites/demo.ts",
  "suites/servers/demo.ts",
  "suites/servers/demo.yml",
  "cassettes/demo/finds-a-parcel/claude-sonnet-4-5.jsonl"
]

/** The suite comes first. */
export const demoFiles = (extension: string) =>
  Effect.forEach(demo, (path) => Effect.map(template(`demo/${path}`), (text) => module(path, text, extension)))

/** What any suite needs around it: a compiler's settings, and a workflow. */
export const surroundings = Effect.fnUntraced(function* ({ toolchain }: Ground) {
  const { install, passhat, script, workflow } = toolchain
  const tsconfig = { path: "suites/tsconfig.json", text: yield* template("suites/tsconfig.json") }
  return [
    ...(workflow === "deno" ? [] : [tsconfig]),
    {
      path: ".github/workflows/passhat.yml",
      text: fill(yield* template(`workflows/${workflow}.yml`), { install, passhat, script })
    }
  ] satisfies ReadonlyArray<NewFile>
})

/** A file of TypeScript takes the project's ending, and so do its imports. */
const module = (path: string, text: string, extension: string): NewFile =>
  path.endsWith(".ts")
    ? { path: path.replace(/ts$/, extension), text: text.replaceAll(/(?<= from "\..*)\.ts"/g, `.${extension}"`) }
    : { path, text }
