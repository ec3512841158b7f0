/**
 * Every claim of a story held against the recorded calls. Apart from the rest, as most stories claim nothing.
 */
import type { ToolCall, Trace } from "../../../domain/Trace.ts"
import { type Claim, type Told, told } from "./claims.ts"
import { compare, matches } from "./comparison.ts"
import type { Item, Reviewed, Story } from "./items.ts"
import type { Overrides } from "./mutating.ts"
import { callPlace, unprefixedName } from "../toolCalls.ts"
import { type RecordedTool, recordedTools } from "./recorded.ts"
import { tokensOf } from "./stem.ts"
import { type Verb, verbs } from "./verbs.ts"

/** In the order of the text. */
export const reviewClaims = (trace: Trace, story: Story, overrides: Overrides): ReadonlyArray<Reviewed> => {
  const calls = trace.tool_calls ?? []
  const isWrite = isMutatingClaim(overrides)
  /** Looked at only where something is claimed. */
  let byVerb: ReadonlyMap<Verb, ReadonlyArray<RecordedTool>> | undefined
  return Array.from(told(story.text), (claim) => {
    byVerb ??= toolsByVerb(trace)
    const tools = byVerb.get(claim.verb)!.filter(({ tokens }) => matches(claim, tokens))
    const flaws = claimItems(claim, tools, calls, story).map((item) => ({ ...item, mutating: isWrite(claim) }))
    return { start: claim.start, end: claim.end, tools, flaws }
  })
}

const toolsByVerb = (trace: Trace): ReadonlyMap<Verb, ReadonlyArray<RecordedTool>> => {
  const tools = recordedTools(trace)
  return new Map(verbs.map((verb) => [verb, tools.filter(({ tokens }) => tokens.has(verb))]))
}

/** All our verbs write, so a claim is about a write unless it may be about a tool that never does. */
const isMutatingClaim = ({ readonly_tools = [] }: Overrides): ((claim: Claim) => boolean) => {
  const harmless = readonly_tools.map(tokensOf)
  return (claim) => !harmless.some((tokens) => matches(claim, tokens))
}

const claimItems = (
  claim: Told,
  tools: ReadonlyArray<RecordedTool>,
  calls: ReadonlyArray<ToolCall>,
  story: Story
): ReadonlyArray<Omit<Item, "mutating">> => {
  if (tools.length === 0)
    return [{ kind: "claimed_but_absent", ...said(story, claim, `but no recorded call is ${claim.action}`) }]
  const { failures, mismatches } = compare(claim, tools)
  return [
    ...mismatches.map(({ recorded, stated, tool }) => ({
      kind: "arg_mismatch" as const,
      ...said(
        story,
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
      ...said(story, claim, `but ${unprefixedName(calls[call]!)} returned an error`),
      ...callPlace(calls, call)
    }))
  ]
}

const said = ({ path, text }: Story, { end, start }: Pick<Claim, "start" | "end">, but: string) => {
  const actual = excerpt(text, start, end)
  return { path, actual, start, end, reason: `the text says "${actual}", ${but}` }
}

const excerpt = (text: string, start: number, end: number): string =>
  text.slice(start, Math.min(end, start + LONGEST_EXCERPT)).replace(/[\ud800-\udbff]$/, "")

const LONGEST_EXCERPT = 200
