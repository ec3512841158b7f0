/**
 * Images that tools answered with, as a message of the user behind the results: every provider of the AI SDK takes them there, and some
 * write those in a result as a text.
 */
import type { JsonObject } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import { images, mediaLabel, type Media, toolParts } from "../wire/toolParts.ts"
import type { LanguageModel } from "./record.ts"

/** No message if there are none. */
export const toolImages = (
  results: ReadonlyArray<ToolResult>,
  version: LanguageModel["specificationVersion"]
): ReadonlyArray<JsonObject> => {
  const content = results.flatMap((result) =>
    toolParts(result, images).flatMap((part) =>
      part.kind === "text" ? [] : [{ type: "text", text: mediaLabel(part, result) }, filePart(part, version)]
    )
  )
  return content.length === 0 ? [] : [{ role: "user", content }]
}

export const filePart = (media: Media, version: LanguageModel["specificationVersion"]): JsonObject => ({
  type: "file",
  mediaType: media.type,
  data: dataOf[version](media)
})

const dataOf: { readonly [Version in LanguageModel["specificationVersion"]]: (media: Media) => string | JsonObject } = {
  v3: ({ data }) => data,
  v4: ({ data }) => ({ type: "data", data })
}
