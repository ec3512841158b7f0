/**
 * Results of tools as they are recorded and judged: binary data becomes its hash and size, the rest is unchanged. The agent itself
 * sees the bytes, and nothing else keeps them.
 */
import { createHash } from "node:crypto"
import { isJsonObject } from "../../std/Json.ts"
import type { ToolAnswer } from "./Cassette.ts"
import type { Json, JsonObject } from "../Json.ts"

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

export const answerWithoutBytes = (answer: ToolAnswer): ToolAnswer => ({
  ...answer,
  content: answer.content.map(withoutBytes)
})

/** The binary data of an answer, in base64, by its hash. */
export const bytesIn = ({ content }: ToolAnswer): ReadonlyArray<readonly [sha256: string, base64: string]> =>
  content.flatMap((block) => {
    const base64 = base64In(block)
    return base64 === undefined ? [] : [[sha256Of(withoutBytes(block)) ?? "", base64]]
  })

/** The answer with its binary data again, or a hash whose data `find` does not have. */
export const withBytes = (answer: ToolAnswer, find: (sha256: string) => string | undefined): ToolAnswer | string => {
  const content: Array<Json> = []
  for (const block of answer.content) {
    const sha256 = sha256Of(block)
    const base64 = sha256 === undefined ? undefined : find(sha256)
    if (sha256 !== undefined && base64 === undefined) return sha256
    content.push(base64 === undefined ? block : filled(block as JsonObject, base64))
  }
  return { ...answer, content }
}

const base64In = (block: Json): string | undefined => {
  if (!isJsonObject(block) || withoutBytes(block) === block) return undefined
  const { data, resource } = block
  return (isJsonObject(resource) ? resource["blob"] : data) as string
}

/** Undefined for a block that is not what `withoutBytes` made of binary data. */
const sha256Of = (block: Json): string | undefined => {
  if (!isJsonObject(block)) return undefined
  const { resource, type } = block
  const holder = type === "resource" && isJsonObject(resource) ? resource : block
  const isHash = (type === "image" || type === "audio" || type === "resource") && typeof holder["bytes"] === "number"
  return isHash && typeof holder["sha256"] === "string" ? holder["sha256"] : undefined
}

const filled = ({ bytes: _, resource, sha256: __, ...block }: JsonObject, base64: string): JsonObject => {
  if (!isJsonObject(resource)) return { ...block, data: base64 }
  const { bytes: ___, sha256: ____, ...rest } = resource
  return { ...block, resource: { ...rest, blob: base64 } }
}

const mimeTypeOf = ({ mimeType }: JsonObject): JsonObject => (mimeType === undefined ? {} : { mimeType })

const hashAndSize = (base64: string): JsonObject => {
  const bytes = Buffer.from(base64, "base64")
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length }
}
