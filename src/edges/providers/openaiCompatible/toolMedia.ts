/**
 * Images, sounds and files that tools answered with, as a message of the user behind the results: Chat Completions takes nothing but
 * text in the results themselves.
 */
import type { JsonObject } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import { dataUrl, images, type Media, mediaLabel, pdf, toolParts } from "../wire/toolParts.ts"

/** No message if the results are texts. */
export const toolMedia = (results: ReadonlyArray<ToolResult>): ReadonlyArray<JsonObject> => {
  const content = results.flatMap((result) =>
    toolParts(result, [...images, ...Object.keys(audioFormats), pdf]).flatMap((part) =>
      part.kind === "text" ? [] : [{ type: "text", text: mediaLabel(part, result) }, contentPart(part)]
    )
  )
  return content.length === 0 ? [] : [{ role: "user", content }]
}

const audioFormats = { "audio/wav": "wav", "audio/mpeg": "mp3" } as const

export const contentPart = (media: Media): JsonObject => {
  const { data, kind, name, type } = media
  switch (kind) {
    case "image":
      return { type: "image_url", image_url: { url: dataUrl(media) } }
    case "audio":
      return { type: "input_audio", input_audio: { data, format: audioFormats[type as keyof typeof audioFormats] } }
    case "file":
      return { type: "file", file: { filename: name, file_data: dataUrl(media) } }
  }
}
