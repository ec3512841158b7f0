/**
 * A tool of a catalogue as data: what the server lists, or the JSON Schema of a Schema that was written by hand.
 */
import type * as Schema from "effect/Schema"
import type { Json } from "../../base/domain/Json.ts"
import type { Listing, Tool, ToolData } from "../../base/domain/plan/Tool.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { Suite } from "../dsl/suite.ts"
import { isJson, isObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** Turns a Schema into JSON Schema, as `toJsonSchema.ts` does. Throws for a Schema of values that JSON does not have. */
export type ToJsonSchema = (schema: AnySchema) => Json

type AnySchema = Schema.Codec<any, any>
type AnyTool = Tool<string, string, any>

/** `undefined` if the definition is neither a listing nor a Schema that can be written as JSON Schema. */
export const toolData = (tool: AnyTool, toJsonSchema: ToJsonSchema | undefined): ToolData | undefined =>
  tryCatch(() => readTool(tool, toJsonSchema))

/** A getter of the suite may throw. */
const readTool = ({ definition, name }: AnyTool, toJsonSchema: ToJsonSchema | undefined): ToolData | undefined => {
  if (isListing(definition)) {
    const { annotations, description, inputSchema } = definition
    return {
      name,
      input_schema: inputSchema,
      ...(description !== undefined && { description }),
      ...(annotations !== undefined && { annotations }),
      listed: true
    }
  }
  const input_schema = isSchema(definition) ? jsonSchemaOf(definition, toJsonSchema) : undefined
  return input_schema === undefined ? undefined : { name, input_schema }
}

/** Whether compiling a suite takes `toJsonSchema`: then the caller loads it first. */
export const hasSchemas = ({ agents }: Suite): boolean =>
  agents.some(({ servers }: AgentNode) =>
    servers.some(({ tools }) =>
      Object.values(tools).some(({ definition }) => tryCatch(() => isSchema(definition)) === true)
    )
  )

/** Told apart by their parts, since a Schema may be of any copy of effect. */
const isListing = (definition: unknown): definition is Listing =>
  isObject(definition) &&
  isObject(definition["inputSchema"]) &&
  isJson(definition["inputSchema"]) &&
  ["string", "undefined"].includes(typeof definition["description"]) &&
  (definition["annotations"] === undefined ||
    (isObject(definition["annotations"]) && isJson(definition["annotations"])))

const isSchema = (definition: unknown): definition is AnySchema =>
  (typeof definition === "function" || isObject(definition)) && "ast" in definition

/** Written once for each Schema: the rules and the fingerprints of every cell read it. */
const jsonSchemaOf = (schema: AnySchema, toJsonSchema: ToJsonSchema | undefined): Json | undefined => {
  const known = written.get(schema)
  if (known !== undefined || toJsonSchema === undefined) return known
  const json = tryCatch(() => toJsonSchema(schema))
  if (json !== undefined) written.set(schema, json)
  return json
}

const written = new WeakMap<object, Json>()
