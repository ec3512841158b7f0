/**
 * The formats that `passhat import` reads, for flags and help: their readers are loaded by the command alone.
 */
import type { FormatName } from "./formats/formats.ts"

/** A table, so that the compiler reports a format that is missing here. */
const table: { readonly [Name in FormatName]: true } = {
  "openai-chat": true,
  "openai-responses": true,
  anthropic: true,
  "ai-sdk": true,
  langchain: true,
  "tau-bench": true,
  tau2: true,
  mcpmark: true,
  otlp: true,
  jaeger: true,
  "claude-code": true,
  "passhat-trace": true
}

export const importFormats = Object.keys(table) as ReadonlyArray<FormatName>
