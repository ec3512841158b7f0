/**
 * The files that `passhat init` writes into a project: a suite for the user's server, or a demo without one.
 */
import * as Effect from "effect/Effect"
import { catalogueSource } from "../types/catalogueSource.ts"
import { reachedBy } from "../types/catalogue.ts"
import { listServer } from "../types/listServer.ts"
import { identifier, serverName } from "../types/names.ts"
import { shellWord } from "../../base/std/shellWord.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { type FirstTool, firstTool, verbOf } from "./firstTool.ts"
import type { TargetProject } from "./TargetProject.ts"
import type { InitFlags } from "./init.ts"
import { fill, template } from "./templates.ts"
import type { NewFile } from "./writeNew.ts"
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { words } from "../../base/std/wholeWords.ts"
import { lines, list, literal, propertyKey } from "../types/Code.ts"

/** The suite comes first. */
export const serverFiles = Effect.fnUntraced(function* (flags: InitFlags, model: string, extension: string) {
  const reached = yield* reachedBy(flags)
  const server = flags.name ?? serverName(reached)
  const listing = yield* listServer(server, reached)
  const tool = firstTool(listing.tools)
  if (tool === undefined) {
    return yield* new UsageError({
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
  const suite = suiteSource(yield* template("suites/first.txt"), {
    server,
    file,
    tool,
    forbidden: forbiddenTools(listing.tools, tool.name),
    model
  })
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

/** Compiler settings and a CI workflow. The workflow asks the server whether the catalogue is up to date, if CI can start it. */
export const surroundings = Effect.fnUntraced(function* (
  { toolchain }: TargetProject,
  flags: InitFlags,
  catalogue: string | undefined
) {
  const { hasNodeModules, install, passhat, script, workflow } = toolchain
  const tsconfig = { path: "suites/tsconfig.json", text: yield* template("suites/tsconfig.json") }
  const judging = fill(yield* template(`workflows/${hasNodeModules ? "action" : "commands"}.txt`), { passhat })
  const steps = `${catalogue === undefined ? "" : checkStep(passhat, flags, catalogue)}${judging}`
  return [
    ...(workflow === "deno" ? [] : [tsconfig]),
    {
      path: ".github/workflows/passhat.yml",
      text: fill(yield* template(`workflows/${workflow}.txt`), { install, script, steps })
    }
  ] satisfies ReadonlyArray<NewFile>
})

/** None for a server that needs a secret, which a job of a pull request does not have. */
const checkStep = (passhat: string, { env, header, name, server, url }: InitFlags, catalogue: string): string => {
  if (env.length + header.length > 0) return ""
  const reached = server === undefined ? ["--url", url ?? ""] : ["--server", server]
  const args = [...reached, ...(name === undefined ? [] : ["--name", name]), "--check", catalogue]
  return `      - run: ${JSON.stringify(`${passhat} types ${args.map(shellWord).join(" ")}`)}\n`
}

/** A TypeScript file and its imports get the project's extension. */
const module = (path: string, text: string, extension: string): NewFile =>
  path.endsWith(".ts")
    ? { path: path.replace(/ts$/, extension), text: text.replaceAll(/(?<= from "\..*)\.ts"/g, `.${extension}"`) }
    : { path, text }

/** Their names, in the order of the list, without the tool that the prompt asks for. */
export const forbiddenTools = (tools: ReadonlyArray<OfferedTool>, asked: string): ReadonlyArray<string> =>
  tools.filter((tool) => tool.name !== asked && destroys(tool)).map(({ name }) => name)

/** Servers call updates destructive too, so the hint does not count for a name that says that the tool only writes. */
const destroys = (tool: OfferedTool): boolean => {
  const { destructiveHint, readOnlyHint } = isJsonObject(tool.annotations) ? tool.annotations : {}
  if (readOnlyHint === true || destructiveHint === false) return false
  const verb = verbOf(tool)
  return destroying.has(verb) || (destructiveHint === true && !writing.has(verb))
}

/** Words that the names of tools begin with. */
const destroying = words(
  "ban cancel clear deactivate delete demolish destroy discard drop erase kick kill purge remove reset revoke terminate",
  "trash truncate uninstall unlink void wipe"
)
const writing = words(
  "add append apply assign change create edit execute insert mark modify move patch post put rename replace run save send",
  "set submit update upload upsert write"
)

/** The source of a first suite for a server, made from a template. */
export interface About {
  /** What suites call the server. */
  readonly server: string
  /** The file of its catalogue, without its ending. */
  readonly file: string
  readonly tool: FirstTool
  /** The names of the tools that no run may call. */
  readonly forbidden: ReadonlyArray<string>
  readonly model: string
}

export const suiteSource = (source: string, { file, forbidden, model, server, tool }: About): string => {
  const exported = identifier(server)
  const isTaken = new RegExp(`\\b${exported}\\b`).test(source.replace("__never__", "never "))
  const name = isTaken ? `${exported}Server` : exported
  return fill(source, {
    title: literal(server).replaceAll("*/", "*\\/"),
    imported: isTaken ? `${exported} as ${name}` : name,
    file,
    tool: toolText(name, tool.name),
    name: literal(server),
    agent: literal(`uses ${tool.name}`),
    model: literal(model),
    server: name,
    prompt: literal(promptFor(tool)),
    never: forbidden.length === 0 ? "" : "never, ",
    forbidden: forbidden.length === 0 ? "" : neverText(forbidden.map((one) => toolText(name, one)))
  })
}

const toolText = (server: string, tool: string): string =>
  `${server}.tools${propertyKey(tool) === tool ? `.${tool}` : `[${literal(tool)}]`}`

const promptFor = ({ args, name }: FirstTool): string => {
  const terms = Object.entries(args).map(
    ([key, value]) => `${key} ${typeof value === "string" ? `'${value}'` : JSON.stringify(value)}`
  )
  return `Use ${name}${terms.length === 0 ? "" : ` with ${terms.join(" and ")}`}, and tell me what it answers.`
}

const neverText = (tools: ReadonlyArray<string>): string => {
  const text = lines(list("never(", tools, ")"), 2, "", ",").join("\n")
  return `    // The prompt asks for nothing that these tools do.\n${text}\n`
}
