/**
 * What a server answered to a call, as it is recorded: bytes are kept as their digest and size, the rest as it is.
 */
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { ToolAnswer } from "../../../domain/Cassette.ts"
import { Json, type JsonObject } from "../../../domain/Json.ts"

/** The answer on the wire, with what is not looked at left as it is. */
export const CallResult = Schema.Struct({
  content: Schema.optionalKey(Schema.Array(Json)),
  structuredContent: Schema.optionalKey(Json),
  isError: Schema.optionalKey(Schema.Boolean)
})
export interface CallResult extends Schema.Schema.Type<typeof CallResult> {}

export const answerOf = ({ content = [], isError = false, structuredContent }: CallResult): ToolAnswer => ({
  is_error: isError,
  content: content.map(withoutBytes),
  ...(structuredContent !== undefined && { structured: structuredContent }),
  timed_out: false
})

/** An error as the agent sees it. */
export const errorAnswer = (text: string): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text }],
  timed_out: false
})

/** Images and audio have their bytes in `data`, embedded resources in the `blob` of their resource. */
const withoutBytes = (block: Json): Json => {
  if (!isObject(block)) return block
  const { data, resource, type } = block
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return { type, ...mimeTypeOf(block), ...digestOf(data) }
  }
  if (type === "resource" && isObject(resource) && typeof resource["blob"] === "string") {
    const { blob, ...rest } = resource
    return { ...block, resource: { ...rest, ...digestOf(blob as string) } }
  }
  return block
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const mimeTypeOf = ({ mimeType }: JsonObject): JsonObject => (mimeType === undefined ? {} : { mimeType })

const digestOf = (base64: string): JsonObject => {
  const bytes = Buffer.from(base64, "base64")
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length }
}
