/**
 * Turns the result of a call into what is recorded: binary data becomes its hash and size, the rest is unchanged.
 */
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { ToolAnswer } from "../../../domain/Cassette.ts"
import { Json, type JsonObject } from "../../../domain/Json.ts"
import { isJsonObject } from "../../../std/Json.ts"

/** The result as the server sends it. Content blocks are not decoded further. */
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

/** The result of a failed call, as the agent sees it. */
export const errorAnswer = (text: string): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text }],
  timed_out: false
})

/** Images and audio have their data in `data`, embedded resources in `resource.blob`. */
const withoutBytes = (block: Json): Json => {
  if (!isJsonObject(block)) return block
  const { data, resource, type } = block
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return { type, ...mimeTypeOf(block), ...hashAndSize(data) }
  }
  if (type === "resource" && isJsonObject(resource) && typeof resource["blob"] === "string") {
    const { blob, ...rest } = resource
    return { ...block, resource: { ...rest, ...hashAndSize(blob as string) } }
  }
  return block
}

const mimeTypeOf = ({ mimeType }: JsonObject): JsonObject => (mimeType === undefined ? {} : { mimeType })

const hashAndSize = (base64: string): JsonObject => {
  const bytes = Buffer.from(base64, "base64")
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length }
}
