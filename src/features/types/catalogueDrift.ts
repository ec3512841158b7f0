/**
 * What has changed from a committed catalogue to what its server lists now, in sentences.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import type { ToolData } from "../../base/domain/plan/Tool.ts"
import { phraseDifference } from "../../engine/cassette/explain/phraseDifference.ts"
import { differences } from "../../base/std/differences.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { flat } from "./Code.ts"
import { shapeOf } from "./shapeOf.ts"
import { typeCode } from "./typeCode.ts"

/** What a catalogue says of a server. */
export interface Catalogue {
  readonly instructions?: string
  readonly tools: ReadonlyArray<ToolData>
}

/**
 * Tools that the catalogue lists are compared whole. Of a tool with a Schema written by hand only the types of the
 * arguments are: the server's schema says the same in other words.
 */
export const catalogueDrift = (kept: Catalogue, now: Catalogue): ReadonlyArray<string> => {
  const [before, after] = [kept, now].map(({ tools }) => new Map(tools.map((tool) => [tool.name, tool])))
  const names = [...new Set([...before!.keys(), ...after!.keys()])].toSorted()
  return [
    ...(kept.tools.some(({ listed }) => listed)
      ? said("The text of the server's instructions", kept.instructions, now.instructions)
      : []),
    ...names.flatMap((name) => {
      const [was, is] = [before!.get(name), after!.get(name)]
      if (was === undefined) return [`The tool ${name} is new.`]
      if (is === undefined) return [`The tool ${name} is gone.`]
      return toolChanges(was, is)
    })
  ]
}

const toolChanges = (was: ToolData, is: ToolData): ReadonlyArray<string> => {
  const { name } = was
  if (was.listed !== true) return argumentChanges(name, typed(was.input_schema), typed(is.input_schema), "its type ")
  return [
    ...said(`${name}: the description`, was.description, is.description),
    ...differences(was.annotations ?? {}, is.annotations ?? {}, "annotations").map(
      (change) => `${name}: ${phraseDifference(change)}.`
    ),
    ...argumentChanges(name, argumentsOf(was.input_schema), argumentsOf(is.input_schema), ""),
    ...differences(restOf(was.input_schema), restOf(is.input_schema)).map(
      (change) => `${name}: the input schema has changed: ${phraseDifference(change).trim()}.`
    )
  ]
}

const said = (subject: string, before: string | undefined, after: string | undefined): ReadonlyArray<string> =>
  before === after
    ? []
    : [
        `${phraseDifference({
          path: subject,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after })
        })}.`
      ]

interface Argument {
  readonly isRequired: boolean
  readonly schema: Json
}

const argumentChanges = (
  tool: string,
  before: ReadonlyMap<string, Argument>,
  after: ReadonlyMap<string, Argument>,
  part: string
): ReadonlyArray<string> =>
  [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((name) => {
    const subject = `${tool}: the argument ${name}`
    const [was, is] = [before.get(name), after.get(name)]
    if (was === undefined) return is === undefined ? [] : [`${subject} is new, and ${need(is)}.`]
    if (is === undefined) return [`${subject} is gone.`]
    return [
      ...(was.isRequired === is.isRequired ? [] : [`${subject} was ${need(was)} and is now ${need(is)}.`]),
      ...differences(was.schema, is.schema).map(
        (change) => `${subject} has changed: ${part}${phraseDifference(change).trim()}.`
      )
    ]
  })

const need = ({ isRequired }: Argument): string => (isRequired ? "required" : "optional")

const argumentsOf = (schema: Json): ReadonlyMap<string, Argument> => {
  const { properties = {}, required = [] } = isJsonObject(schema) ? schema : {}
  const needed = new Set(isArray(required) ? required : [])
  return new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => [
      name,
      { isRequired: needed.has(name), schema: property }
    ])
  )
}

/** Everything but the arguments. Of `required`, names that are no arguments; their order says nothing. */
const restOf = (schema: Json): Json => {
  if (!isJsonObject(schema)) return schema
  const { properties = {}, required, ...rest } = schema
  const named: JsonObject = isJsonObject(properties) ? properties : {}
  const others = isArray(required) ? required.filter((name) => !Object.hasOwn(named, String(name))).toSorted() : []
  return others.length === 0 ? rest : { ...rest, required: others }
}

/** The arguments with their types in place of their schemas. */
const typed = (schema: Json): ReadonlyMap<string, Argument> => {
  const shape = shapeOf(schema)
  const type = (of: typeof shape): string => flat(typeCode(of, (pointer) => pointer)).replaceAll('"', "'")
  return shape.kind === "object"
    ? new Map(shape.fields.map((field) => [field.name, { isRequired: !field.optional, schema: type(field.shape) }]))
    : new Map([["of any name", { isRequired: true, schema: type(shape) }]])
}
