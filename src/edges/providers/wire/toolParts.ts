/**
 * The result of a tool as the parts of a request: its texts, and the bytes that a provider takes. Bytes that it does not take are described
 * as a text with their type, size and hash.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import type { Message } from "../../../engine/services/Model.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import { toolTexts } from "./history.ts"

export type ResultPart = { readonly kind: "text"; readonly text: string } | Media

export interface Media {
  readonly kind: "image" | "audio" | "file"
  /** In lower case, without parameters. */
  readonly type: string
  /** In base64, as the server sent it. */
  readonly data: string
  /** Of the file, by its URI. */
  readonly name: string
}

/** What every provider takes that takes images. */
export const images = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const

export const pdf = "application/pdf"

export const toolParts = (result: ToolResult, taken: ReadonlyArray<string>): ReadonlyArray<ResultPart> => {
  const media = result.content.map((block) => mediaOf(block, taken))
  if (media.every((one) => one === undefined)) return toolTexts(result).map(textPart)
  const { structured: _, ...unstructured } = result
  return result.content.flatMap(
    (block, at) => media[at] ?? toolTexts({ ...unstructured, content: [block] }).map(textPart)
  )
}

export const dataUrl = ({ data, type }: Media): string => `data:${type};base64,${data}`

/** What stands before bytes that are sent apart from the result that they belong to. */
export const mediaLabel = ({ type }: Media, { call_id }: ToolResult): string => `${type} of the tool result ${call_id}:`

/** The content of a message of the user: its text alone, or a list of its images and its text, in the words of a provider. */
export const withImages = <Block>(
  { images: sent = [], text }: Extract<Message, { readonly role: "user" }>,
  textBlock: (text: string) => Block,
  imageBlock: (media: Media) => Block
): string | Array<Block> =>
  sent.length === 0
    ? text
    : [...sent.map(({ data, type }) => imageBlock({ kind: "image", type, data, name: "image" })), textBlock(text)]

const textPart = (text: string): ResultPart => ({ kind: "text", text })

/** Undefined for a block without bytes, of a type that is not taken, or whose bytes are no base64: a provider would refuse them all. */
const mediaOf = (block: Json, taken: ReadonlyArray<string>): Media | undefined => {
  const { data, mimeType, uri } = bytesOf(block)
  if (typeof data !== "string" || typeof mimeType !== "string") return undefined
  const written = mimeType.split(";", 1)[0]!.trim().toLowerCase()
  const type = otherNames[written] ?? written
  if (!taken.includes(type) || data.length % 4 !== 0 || !BASE64.test(data)) return undefined
  const kind = type.startsWith("image/") ? "image" : type.startsWith("audio/") ? "audio" : "file"
  return { kind, type, data, name: nameOf(uri) }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const bytesOf = (block: Json): { readonly data?: Json; readonly mimeType?: Json; readonly uri?: Json } => {
  if (!isJsonObject(block)) return {}
  const { resource, type } = block
  if (type === "image" || type === "audio") return block
  if (type !== "resource" || !isJsonObject(resource)) return {}
  const { blob, ...rest } = resource
  return blob === undefined ? {} : { ...rest, data: blob }
}

const otherNames: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "audio/mp3": "audio/mpeg",
  "audio/wave": "audio/wav",
  "audio/x-wav": "audio/wav",
  "audio/vnd.wave": "audio/wav"
}

const nameOf = (uri: Json | undefined): string =>
  typeof uri === "string" ? (/([^/?#]+)(?:[?#].*)?$/.exec(uri)?.[1] ?? "file") : "file"
