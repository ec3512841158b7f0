/**
 * Reads fields of a value of a framework, which no compiler of ours has checked.
 */
import type { StepReport } from "../../../base/domain/recording/Driver.ts"
import { isObject } from "../../../base/std/Json.ts"

export interface Fields {
  readonly [name: string]: unknown
}

/** No fields, if the value is no object. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The session decides which numbers count. */
export const tokens = (input: unknown, output: unknown): NonNullable<StepReport["usage"]> => ({
  input: input as number | undefined,
  output: output as number | undefined
})

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
