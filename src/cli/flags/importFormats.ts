/**
 * The formats that `passhat import` reads, for flags and help: their readers are loaded by the command alone.
 */
import type { FormatName } from "../../importing/formats.ts"

export const importFormats = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "tau-bench",
  "tau2",
  "mcpmark"
] as const satisfies ReadonlyArray<FormatName>
