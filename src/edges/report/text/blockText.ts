/**
 * The text of an MCP content block, or undefined for a block of another type.
 */
import type { Json } from "../../../base/std/Json.ts"

export const blockText = (block: Json): string | undefined =>
  typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
    ? block.text
    : undefined
