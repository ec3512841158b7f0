/**
 * The content of a message, which is a text or a list of blocks.
 */
import { isObject } from "../../../base/std/Json.ts"
import type { Fields } from "./fields.ts"

/** The blocks of a content. A text is one block. */
export const blocksOf = (content: unknown): ReadonlyArray<Fields> => {
  if (!Array.isArray(content)) return typeof content === "string" ? [textBlock(content)] : []
  return content.flatMap((block) => (isObject(block) ? [block] : typeof block === "string" ? [textBlock(block)] : []))
}

const textBlock = (text: string) => ({ type: "text", text })

/** The text in a content. */
export const contentWords = (content: unknown): string =>
  blocksOf(content)
    .map(({ text, type }) => (type === "text" && typeof text === "string" ? text : ""))
    .join("")

/** The result of a tool: a text if it has nothing else. */
export const resultOf = (content: unknown): unknown =>
  blocksOf(content).every(({ type }) => type === "text") ? contentWords(content) : content
