/**
 * Every format that is read, by name: its reader, and whether a value is surely of it, or may be.
 */
import { type Document, type Reader } from "./Item.ts"
import { anthropic, isAnthropic } from "./anthropic.ts"
import { claudeCode, isClaudeCode } from "./claudeCode.ts"
import { isMcpmark, mcpmark } from "./mcpmark.ts"
import { isChat, isPlainMessage, openaiChat } from "./openaiChat.ts"
import { isResponses, openaiResponses } from "./openaiResponses.ts"
import { isJaeger, isOtlp, jaeger, otlp } from "./otel.ts"
import { isPasshatTrace, passhatTrace } from "./passhatTrace.ts"
import { isTau2, tau2 } from "./tau2.ts"
import { isTauBench, tauBench } from "./tauBench.ts"

export interface Format {
  readonly read: Reader
  /** Whether no other format has such a value. */
  readonly isSure: (document: Document) => boolean
  /** Whether such a value is in files of this format, and of others. */
  readonly isPossible?: (document: Document) => boolean
}

export const formats = {
  "openai-chat": { read: openaiChat, isSure: isChat, isPossible: isPlainMessage },
  "openai-responses": { read: openaiResponses, isSure: isResponses },
  anthropic: { read: anthropic, isSure: isAnthropic, isPossible: isPlainMessage },
  "tau-bench": { read: tauBench, isSure: isTauBench },
  tau2: { read: tau2, isSure: isTau2 },
  otlp: { read: otlp, isSure: isOtlp },
  jaeger: { read: jaeger, isSure: isJaeger },
  mcpmark: { read: mcpmark, isSure: isMcpmark },
  "claude-code": { read: claudeCode, isSure: isClaudeCode },
  "passhat-trace": { read: passhatTrace, isSure: isPasshatTrace }
} as const satisfies { readonly [name: string]: Format }

export type FormatName = keyof typeof formats

/** The formats of a file, by a sample of its values: one, if a value is surely of it. */
export const fitting = (sample: ReadonlyArray<Document>): ReadonlyArray<FormatName> => {
  const all = Object.entries<Format>(formats) as ReadonlyArray<readonly [FormatName, Format]>
  const sure = all.filter(([, { isSure }]) => sample.some(isSure))
  const possible = all.filter(([, { isPossible }]) => isPossible !== undefined && sample.some(isPossible))
  return (sure.length > 0 ? sure : possible).map(([name]) => name)
}
