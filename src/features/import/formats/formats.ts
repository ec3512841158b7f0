/**
 * Every format that is read, by name: its reader, and whether a value is surely of it, or may be.
 */
import { type Document, type Reader } from "../../../edges/telemetry/Item.ts"
import { aiSdk, isAiSdk } from "./aiSdk.ts"
import { anthropic, isAnthropic } from "./anthropic.ts"
import { claudeCode, isClaudeCode } from "./claudeCode.ts"
import { guarded } from "./guarded.ts"
import { isLangchain, langchain } from "./langchain.ts"
import { isMcpmark, mcpmark } from "./mcpmark.ts"
import { isChat, isPlainMessage, openaiChat } from "./chatRuns.ts"
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
  /** Whether its files have messages of other formats inside, so that such messages in them tell nothing. */
  readonly isAround?: true
}

export const formats = {
  "openai-chat": { read: guarded(openaiChat), isSure: isChat, isPossible: isPlainMessage },
  "openai-responses": { read: guarded(openaiResponses), isSure: isResponses },
  anthropic: { read: guarded(anthropic), isSure: isAnthropic, isPossible: isPlainMessage },
  "ai-sdk": { read: guarded(aiSdk), isSure: isAiSdk, isPossible: isPlainMessage },
  langchain: { read: guarded(langchain), isSure: isLangchain },
  "tau-bench": { read: guarded(tauBench), isSure: isTauBench, isAround: true },
  tau2: { read: guarded(tau2), isSure: isTau2, isAround: true },
  otlp: { read: guarded(otlp), isSure: isOtlp, isAround: true },
  jaeger: { read: guarded(jaeger), isSure: isJaeger, isAround: true },
  mcpmark: { read: guarded(mcpmark), isSure: isMcpmark, isAround: true },
  "claude-code": { read: guarded(claudeCode), isSure: isClaudeCode, isAround: true },
  "passhat-trace": { read: guarded(passhatTrace), isSure: isPasshatTrace, isAround: true }
} as const satisfies { readonly [name: string]: Format }

export type FormatName = keyof typeof formats

/**
 * The formats of a file, by a sample of its values, the best first: one, if a value is surely of it. Of several that are sure, the one
 * around the others is it, and else the one that most values are of.
 */
export const fitting = (sample: ReadonlyArray<Document>): ReadonlyArray<FormatName> => {
  const all = Object.entries<Format>(formats) as ReadonlyArray<readonly [FormatName, Format]>
  const sure = all
    .map(([name, { isAround, isSure }]) => ({ name, isAround, values: sample.filter(isSure).length }))
    .filter(({ values }) => values > 0)
    .toSorted((a, b) => Number(b.isAround ?? 0) - Number(a.isAround ?? 0) || b.values - a.values)
  const possible = all.filter(([, { isPossible }]) => isPossible !== undefined && sample.some(isPossible))
  return sure.length > 0 ? sure.slice(0, 1).map(({ name }) => name) : possible.map(([name]) => name)
}
