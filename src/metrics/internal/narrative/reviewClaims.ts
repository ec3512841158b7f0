/**
 * Compares every claim of the last message with the recorded calls.
 */
import type { ToolCall, Trace } from "../../../domain/Trace.ts"
import { type Claim, type ClaimInText, claimsIn } from "./claims.ts"
import { compare, matches } from "./comparison.ts"
import type { Item, LastMessage, Reviewed } from "./items.ts"
import type { Overrides } from "./mutating.ts"
import { callPlace, unprefixedName } from "../toolCalls.ts"
import { type RecordedTool, recordedTools } from "./recorded.ts"
import { tokensOf } from "./stem.ts"
import { type Verb, verbs } from "./verbs.ts"

/** The claims in the order of the text. */
export const reviewClaims = (trace: Trace, message: LastMessage, overrides: Overrides): ReadonlyArray<Reviewed> => {
  const calls = trace.tool_calls ?? []
  const isWrite = isMutatingClaim(overrides)
  /** Made only if the text has a claim. */
  let byVerb: ReadonlyMap<Verb, ReadonlyArray<RecordedTool>> | undefined
  return Array.from(claimsIn(message.text), (claim) => {
    byVerb ??= toolsByVerb(trace)
    const tools = byVerb.get(claim.verb)!.filter(({ tokens }) => matches(claim, tokens))
    const flaws = claimItems(claim, tools, calls, message).map((item) => ({ ...item, mutating: isWrite(claim) }))
    return { start: claim.start, end: claim.end, tools, flaws }
  })
}

const toolsByVerb = (trace: Trace): ReadonlyMap<Verb, ReadonlyArray<RecordedTool>> => {
  const tools = recordedTools(trace)
  return new Map(verbs.map((verb) => [verb, tools.filter(({ tokens }) => tokens.has(verb))]))
}

/** All listed verbs are writes, so a claim is about a write unless it matches a read-only tool. */
const isMutatingClaim = ({ readonly_tools = [] }: Overrides): ((claim: Claim) => boolean) => {
  const readonlyTokens = readonly_tools.map(tokensOf)
  return (claim) => !readonlyTokens.some((tokens) => matches(claim, tokens))
}

const claimItems = (
  claim: ClaimInText,
  tools: ReadonlyArray<RecordedTool>,
  calls: ReadonlyArray<ToolCall>,
  message: LastMessage
): ReadonlyArray<Omit<Item, "mutating">> => {
  if (tools.length === 0)
    return [{ kind: "claimed_but_absent", ...said(message, claim, `but no recorded call is ${claim.action}`) }]
  const { failures, mismatches } = compare(claim, tools)
  return [
    ...mismatches.map(({ recorded, stated, tool }) => ({
      kind: "arg_mismatch" as const,
      ...said(
        message,
        { start: claim.start, end: Math.max(claim.end, stated.end) },
        `but ${tool.name} was called with ${JSON.stringify(recorded.value)}`
      ),
      ...callPlace(calls, recorded.call),
      path: recorded.path,
      expected: recorded.value,
      actual: stated.text
    })),
    ...failures.map((call) => ({
      kind: "claimed_but_failed" as const,
      ...said(message, claim, `but ${unprefixedName(calls[call]!)} returned an error`),
      ...callPlace(calls, call)
    }))
  ]
}

const said = ({ path, text }: LastMessage, { end, start }: Pick<Claim, "start" | "end">, but: string) => {
  const actual = excerpt(text, start, end)
  return { path, actual, start, end, reason: `the text says "${actual}", ${but}` }
}

const excerpt = (text: string, start: number, end: number): string =>
  text.slice(start, Math.min(end, start + LONGEST_EXCERPT)).replace(/[\ud800-\udbff]$/, "")

const LONGEST_EXCERPT = 200
