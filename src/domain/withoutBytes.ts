/**
 * Blocks of a tool's result as they are recorded: binary data becomes its hash and size, the rest is unchanged.
 */
import { createHash } from "node:crypto"
import { isJsonObject } from "../std/Json.ts"
import type { Json, JsonObject } from "./Json.ts"

/** Images and audio have their data in `data`, embedded resources in `resource.blob`. */
export const withoutBytes = (block: Json): Json => {
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
