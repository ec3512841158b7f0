/**
 * The text of a text block as MCP has it; nothing of any other block.
 */
import type { Json } from "../domain/Json.ts"

export const textOf = (block: Json): string | undefined =>
  typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
    ? block.text
    : undefined
