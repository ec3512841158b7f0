/**
 * The source of a first suite for a server, made from a template.
 */
import type { Json } from "../../domain/Json.ts"
import { isArray, isJsonObject } from "../../std/Json.ts"
import { type Code, flat, lines, list, literal, propertyKey } from "../types/Code.ts"
import { identifier } from "../types/names.ts"
import type { FirstTool } from "./firstTool.ts"
import { fill } from "./templates.ts"

export interface About {
  /** What suites call the server. */
  readonly server: string
  /** The file of its catalogue, without its ending. */
  readonly file: string
  readonly tool: FirstTool
  readonly model: string
}

export const suiteSource = (template: string, { file, model, server, tool }: About): string => {
  const exported = identifier(server)
  const isTaken = new RegExp(`\\b${exported}\\b`).test(template)
  const name = isTaken ? `${exported}Server` : exported
  return fill(template, {
    title: literal(server).replaceAll("*/", "*\\/"),
    imported: isTaken ? `${exported} as ${name}` : name,
    file,
    tool: `${name}.tools${propertyKey(tool.name) === tool.name ? `.${tool.name}` : `[${literal(tool.name)}]`}`,
    name: literal(server),
    agent: literal(`uses ${tool.name}`),
    model: literal(model),
    server: name,
    prompt: literal(promptFor(tool)),
    args: argumentsText(codeOf(tool.args))
  })
}

const promptFor = ({ args, name }: FirstTool): string => {
  const terms = Object.entries(args).map(
    ([key, value]) => `${key} ${typeof value === "string" ? `'${value}'` : JSON.stringify(value)}`
  )
  return `Use ${name}${terms.length === 0 ? "" : ` with ${terms.join(" and ")}`}, and tell me what it answers.`
}

const codeOf = (value: Json): Code => {
  if (typeof value === "string") return literal(value)
  if (isArray(value)) return list("[", value.map(codeOf), "]")
  if (!isJsonObject(value)) return JSON.stringify(value)
  const items = Object.entries(value).map(([key, part]) => ({ before: `${propertyKey(key)}: `, code: codeOf(part) }))
  return { open: "{", items, close: "}" }
}

/** The longest arguments that fit on one line of the template. */
const ROOM = 70

const argumentsText = (code: Code): string =>
  typeof code === "string" || flat(code).length <= ROOM
    ? flat(code)
    : lines({ ...code, isTall: true }, 2)
        .join("\n")
        .trimStart()
