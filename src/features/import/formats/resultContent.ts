/**
 * What a tool returned, as blocks of MCP: results that were wrapped in text are unwrapped, and pictures become hashes.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { withoutBytes } from "../../../base/domain/recording/withoutBytes.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { parseExact } from "../../../edges/telemetry/callArguments.ts"

export interface Unwrapped {
  readonly content: ReadonlyArray<Json>
  readonly structured?: Json
  /** The flag of a CallToolResult; undefined if there is none. */
  readonly isError?: boolean
}

/** A CallToolResult, the JSON text of one, or the JSON text of a text block with the JSON text of one. */
export const unwrap = (value: Json | undefined): Unwrapped => {
  const whole = wrapped(value, 2)
  if (whole !== undefined) {
    const { content, isError, structuredContent } = whole
    return {
      content: (isArray(content) ? content : []).map(block),
      ...(structuredContent !== undefined && structuredContent !== null && { structured: structuredContent }),
      isError: isError === true
    }
  }
  if (value === undefined || value === null) return { content: [] }
  const inner = typeof value === "string" ? parsed(value) : value
  if (isJsonObject(inner) && isBlock(inner)) return { content: [block(inner)] }
  if (isArray(inner) && inner.length > 0 && inner.every((one) => isJsonObject(one) && isBlock(one))) {
    return { content: inner.map(block) }
  }
  return { content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }] }
}

/** The words of a result: of all its text blocks. */
export const resultWords = (content: ReadonlyArray<Json>): string =>
  content.map((one) => (isJsonObject(one) && typeof one["text"] === "string" ? one["text"] : "")).join("\n")

const wrapped = (value: Json | undefined, levels: number): JsonObject | undefined => {
  if (isJsonObject(value) && isArray(value["content"]) && typeof value["isError"] === "boolean") return value
  if (levels === 0) return undefined
  if (typeof value === "string") {
    const inner = value.includes("isError") ? parsed(value) : undefined
    return inner === undefined ? undefined : wrapped(inner, isText(inner) ? levels : levels - 1)
  }
  const only = isArray(value) && value.length === 1 ? value[0] : value
  return isText(only) ? wrapped(only["text"], levels - 1) : undefined
}

const isText = (value: Json | undefined): value is { readonly text: string } & JsonObject =>
  isJsonObject(value) && value["type"] === "text" && typeof value["text"] === "string"

/** Only what may be an object or a list: a text that is a number is a text. */
const parsed = (text: string): Json | undefined =>
  /^\s*[[{]/.test(text) ? tryCatch(() => parseExact(text)) : undefined

const isBlock = ({ data, image_url, resource, source, text, type }: JsonObject): boolean =>
  (type === "text" && typeof text === "string") ||
  ((type === "image" || type === "audio") && (typeof data === "string" || isJsonObject(source))) ||
  (type === "resource" && isJsonObject(resource)) ||
  (type === "image_url" && isJsonObject(image_url)) ||
  (isWords(type) && typeof text === "string")

/** A block as MCP has it, without its bytes. Members that are null say nothing. */
const block = (value: Json): Json => {
  if (!isJsonObject(value)) return value
  if (isWords(value["type"])) return { type: "text", text: value["text"] ?? "" }
  const known = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
  const { image_url, source, ...rest } = known
  if (isJsonObject(source) && typeof source["data"] === "string") {
    return withoutBytes({ ...rest, data: source["data"], ...mediaType(source["media_type"]) })
  }
  if (isJsonObject(image_url) && typeof image_url["url"] === "string") {
    const [, mime, data] = /^data:([^;,]*);base64,(.*)$/s.exec(image_url["url"]) ?? []
    return data === undefined ? known : withoutBytes({ type: "image", data, ...mediaType(mime) })
  }
  return withoutBytes(known)
}

const isWords = (type: Json | undefined): boolean => type === "input_text" || type === "output_text"

const mediaType = (mimeType: Json | undefined): JsonObject => (typeof mimeType === "string" ? { mimeType } : {})
