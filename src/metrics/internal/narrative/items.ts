/**
 * Where the story and the trace part: each flagged claim or call, with the reason in a sentence.
 */
import type { ToolCall, Trace } from "../../../domain/Trace.ts"
import type { Finding } from "../../../domain/Verdict.ts"
import { place } from "../place.ts"
import { type Claim, type Told, told } from "./claims.ts"
import { compare, matches } from "./comparison.ts"
import { unmentioned } from "./mentions.ts"
import { isMutating, isMutatingClaim, type Overrides } from "./mutating.ts"
import { nameOf, type RecordedTool, recordedTools } from "./recorded.ts"
import { type Verb, verbs } from "./verbs.ts"

export type Kind = "claimed_but_absent" | "present_but_unclaimed" | "arg_mismatch" | "claimed_but_failed"

export interface Item extends Finding {
  readonly kind: Kind
  /** Whether it is about a write, as names and overrides tell. */
  readonly mutating: boolean
  /** Where the claim stands in the text, in code units. */
  readonly start?: number
  readonly end?: number
}

/** A claim with the tools that it may mean, and the first thing that is wrong with it. */
export interface Reviewed extends Pick<Claim, "start" | "end"> {
  readonly tools: ReadonlyArray<RecordedTool>
  readonly flaw: Item | undefined
}

export interface Review {
  readonly text: string
  readonly claims: ReadonlyArray<Reviewed>
  /** Places of the calls that the text leaves out. */
  readonly unmentioned: ReadonlyArray<number>
  /** Every flagged claim, then every flagged call. */
  readonly items: ReadonlyArray<Item>
}

export const review = (trace: Trace, overrides: Overrides): Review => {
  const calls = trace.tool_calls ?? []
  const story = storyOf(trace)
  /** Looked at only where something is claimed. */
  let byVerb: ReadonlyMap<Verb, ReadonlyArray<RecordedTool>> | undefined
  const isWrite = isMutatingClaim(overrides)
  const items: Array<Item> = []
  const claims: Array<Reviewed> = []
  for (const claim of told(story.text)) {
    byVerb ??= toolsByVerb(trace)
    const meant = byVerb.get(claim.verb)!.filter(({ tokens }) => matches(claim, tokens))
    const flaws = claimItems(claim, meant, calls, story).map((item) => ({ ...item, mutating: isWrite(claim) }))
    for (const flaw of flaws) items.push(flaw)
    claims.push({ start: claim.start, end: claim.end, tools: meant, flaw: flaws[0] })
  }
  const left = unmentioned(calls, story.text)
  for (const index of left) items.push(callItem(calls, index, overrides))
  return { text: story.text, claims, unmentioned: left, items }
}

const toolsByVerb = (trace: Trace): ReadonlyMap<Verb, ReadonlyArray<RecordedTool>> => {
  const tools = recordedTools(trace)
  return new Map(verbs.map((verb) => [verb, tools.filter(({ tokens }) => tokens.has(verb))]))
}

interface Story {
  readonly text: string
  readonly path: string
}

const storyOf = (trace: Trace): Story => {
  const turns = trace.conversation?.turns ?? []
  const last = turns.findLastIndex(({ role }) => role === "assistant")
  return (trace.final_response ?? "").trim() !== "" || last === -1
    ? { text: trace.final_response ?? "", path: "final_response" }
    : { text: turns[last]!.content, path: `conversation.turns[${last}].content` }
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
      ...place(calls, recorded.call),
      path: recorded.path,
      expected: recorded.value,
      actual: stated.text
    })),
    ...failures.map((call) => ({
      kind: "claimed_but_failed" as const,
      ...said(story, claim, `but ${nameOf(calls[call]!)} returned an error`),
      ...place(calls, call)
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

const callItem = (calls: ReadonlyArray<ToolCall>, index: number, overrides: Overrides): Item => ({
  kind: "present_but_unclaimed",
  mutating: isMutating(calls[index]!, overrides),
  ...place(calls, index),
  reason: `${nameOf(calls[index]!)} was called, but the text does not mention it`
})
