/**
 * The differences between the last message and the trace: each flagged claim or call, with the reason as a sentence.
 */
import type { Offer } from "../../../../base/domain/verdict/Metric.ts"
import type { ToolCall, Trace } from "../../../../base/domain/trace/Trace.ts"
import type { Finding } from "../../../../base/domain/verdict/Verdict.ts"
import { callPlace, unprefixedName } from "../toolCalls.ts"
import { type Claim, type ClaimInText, claimsIn } from "./claims.ts"
import { compare } from "./comparison.ts"
import { type Decision, decider } from "./decide.ts"
import { languageOf, type Options } from "./language.ts"
import { unmentioned } from "./mentions.ts"

export type FindingKind =
  | "claimed_but_absent"
  | "present_but_unclaimed"
  | "arg_mismatch"
  | "claimed_but_failed"
  | "unverifiable"

export interface NarrativeItem extends Finding {
  readonly kind: FindingKind
  /** Whether it is about a write, by annotations, names, arguments and overrides. */
  readonly mutating: boolean
  /** Whether it fails the gate. */
  readonly fails: boolean
  /** The range of the claim in the text, in code units. */
  readonly start?: number
  readonly end?: number
}

/** A claim with the calls that it may mean, and the items that it is flagged with. */
export interface Reviewed extends Pick<Claim, "start" | "end"> {
  /** Indices. */
  readonly calls: ReadonlyArray<number>
  readonly flaws: ReadonlyArray<NarrativeItem>
}

export interface Review {
  readonly text: string
  readonly claims: ReadonlyArray<Reviewed>
  /** Indices of the calls that the text does not mention. */
  readonly unmentioned: ReadonlyArray<number>
  /** Every flagged claim, then every flagged call. */
  readonly items: () => ReadonlyArray<NarrativeItem>
}

export const review = (trace: Trace, options: Options, offer: Offer): Review => {
  const calls = trace.tool_calls ?? []
  const message = lastMessage(trace)
  const { readTool, synonyms, verbs } = languageOf(options, offer)
  const evidence = { ...offer, text: message.text, readTool, synonyms, readonlyTools: options.readonly_tools ?? [] }
  /** Made only if the text has a claim. */
  let decide: ((claim: ClaimInText) => Decision) | undefined
  const claims = Array.from(claimsIn(message.text, verbs), (claim) => {
    const decision = (decide ??= decider(trace, evidence))(claim)
    return {
      start: claim.start,
      end: claim.end,
      calls: decision.tools.flatMap((tool) => tool.calls),
      flaws: flawsOf(claim, decision, calls, message)
    }
  })
  const left = unmentioned(calls, message.text, readTool)
  const silent = () => left.map((index) => callItem(calls, index, readTool(calls[index]!).kind === "write"))
  return {
    text: message.text,
    claims,
    unmentioned: left,
    items: () => [...claims.flatMap(({ flaws }) => flaws), ...silent()]
  }
}

/** The last assistant message, and its path in the trace. */
interface LastMessage {
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

const flawsOf = (
  claim: ClaimInText,
  { absent, isHarmless, tools }: Decision,
  calls: ReadonlyArray<ToolCall>,
  message: LastMessage
): ReadonlyArray<NarrativeItem> => {
  if (absent !== undefined) {
    const mutating = !isHarmless()
    const why =
      "could" in absent
        ? `but ${absent.could} was not called`
        : absent.calls === "none"
          ? "but no tool was called"
          : "but every call of the run only reads"
    return [{ kind: "claimed_but_absent", mutating, fails: mutating, ...said(message, claim, why) }]
  }
  if (tools.length === 0) {
    const why = "and no recorded call confirms or contradicts it"
    return [{ kind: "unverifiable", mutating: !isHarmless(), fails: false, ...said(message, claim, why) }]
  }
  const { failure, mismatches } = compare(claim, tools)
  if (failure === undefined && mismatches.length === 0) return []
  const mutating = !isHarmless()
  const failed: ReadonlyArray<NarrativeItem> =
    failure === undefined
      ? []
      : [
          {
            kind: "claimed_but_failed",
            mutating,
            fails: mutating,
            ...said(message, claim, `but ${unprefixedName(calls[failure]!)} returned an error`),
            ...callPlace(calls, failure)
          }
        ]
  return [
    ...mismatches.map(({ identity, recorded, stated, tool }): NarrativeItem => ({
      kind: "arg_mismatch",
      mutating,
      fails: mutating && identity,
      ...said(
        message,
        { start: claim.start, end: Math.max(claim.end, stated.end) },
        `but ${tool.tool.name} was called with ${JSON.stringify(recorded.value)}`
      ),
      ...callPlace(calls, recorded.call),
      path: recorded.path(),
      expected: recorded.value,
      actual: stated.text
    })),
    ...failed
  ]
}

const said = ({ path, text }: LastMessage, { end, start }: Pick<Claim, "start" | "end">, but: string) => {
  const actual = excerpt(text, start, end)
  return { path, actual, start, end, reason: `the text says "${actual}", ${but}` }
}

const excerpt = (text: string, start: number, end: number): string =>
  text.slice(start, Math.min(end, start + LONGEST_EXCERPT)).replace(/[\ud800-\udbff]$/, "")

const LONGEST_EXCERPT = 200

const callItem = (calls: ReadonlyArray<ToolCall>, index: number, mutating: boolean): NarrativeItem => ({
  kind: "present_but_unclaimed",
  mutating,
  fails: false,
  ...callPlace(calls, index),
  reason: `${unprefixedName(calls[index]!)} was called, but the text does not mention it`
})
