/**
 * The source of a first suite for a server, made from a template.
 */
import { lines, list, literal, propertyKey } from "../types/Code.ts"
import { identifier } from "../types/names.ts"
import type { FirstTool } from "./firstTool.ts"
import { fill } from "./templates.ts"

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

export const suiteSource = (template: string, { file, forbidden, model, server, tool }: About): string => {
  const exported = identifier(server)
  const isTaken = new RegExp(`\\b${exported}\\b`).test(template.replace("__never__", "never "))
  const name = isTaken ? `${exported}Server` : exported
  return fill(template, {
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
