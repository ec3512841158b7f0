/**
 * The differences between the last message and the trace: each flagged claim or call, with the reason as a sentence.
 */
import type { ToolCall, Trace } from "../../../domain/Trace.ts"
import type { Finding } from "../../../domain/Verdict.ts"
import type { Claim } from "./claims.ts"
import { unmentioned } from "./mentions.ts"
import { isMutating, type Overrides } from "./mutating.ts"
import { callPlace, unprefixedName } from "../toolCalls.ts"
import type { RecordedTool } from "./recorded.ts"
import { reviewClaims } from "./reviewClaims.ts"
import { mayHavePast } from "./verbs.ts"

export type Kind = "claimed_but_absent" | "present_but_unclaimed" | "arg_mismatch" | "claimed_but_failed"

export interface Item extends Finding {
  readonly kind: Kind
  /** Whether it is about a write, by names and overrides. */
  readonly mutating: boolean
  /** The range of the claim in the text, in code units. */
  readonly start?: number
  readonly end?: number
}

/** A claim with the tools that it may mean, and the items that it is flagged with. */
export interface Reviewed extends Pick<Claim, "start" | "end"> {
  readonly tools: ReadonlyArray<RecordedTool>
  readonly flaws: ReadonlyArray<Item>
}

export interface Review {
  readonly text: string
  readonly claims: ReadonlyArray<Reviewed>
  /** Indices of the calls that the text does not mention. */
  readonly unmentioned: ReadonlyArray<number>
  /** Every flagged claim, then every flagged call. */
  readonly items: ReadonlyArray<Item>
}

export const review = (trace: Trace, overrides: Overrides): Review => {
  const calls = trace.tool_calls ?? []
  const message = lastMessage(trace)
  const claims = mayHavePast(message.text) ? reviewClaims(trace, message, overrides) : []
  const left = unmentioned(calls, message.text)
  return {
    text: message.text,
    claims,
    unmentioned: left,
    items: [...claims.flatMap(({ flaws }) => flaws), ...left.map((index) => callItem(calls, index, overrides))]
  }
}

/** The last assistant message, and its path in the trace. */
export interface LastMessage {
  readonly text: string
  readonly path: string
}

const lastMessage = (trace: Trace): LastMessage => {
  const turns = trace.conversation?.turns ?? []
  const last = turns.findLastIndex(({ role }) => role === "assistant")
  return (trace.final_response ?? "").trim() !== "" || last === -1
    ? { text: trace.final_response ?? "", path: "final_response" }
    : { text: turns[last]!.content, path: `conversation.turns[${last}].content` }
}

const callItem = (calls: ReadonlyArray<ToolCall>, index: number, overrides: Overrides): Item => ({
  kind: "present_but_unclaimed",
  mutating: isMutating(calls[index]!, overrides),
  ...callPlace(calls, index),
  reason: `${unprefixedName(calls[index]!)} was called, but the text does not mention it`
})
