/**
 * The differences between the last message and the trace: each flagged claim or call, with the reason as a sentence.
 */
import type { Offer } from "../../../../base/domain/verdict/Metric.ts"
import type { ToolCall, Trace } from "../../../../base/domain/trace/Trace.ts"
import type { Finding } from "../../../../base/domain/verdict/Verdict.ts"
import { callPlace, unprefixedName } from "../toolCalls.ts"
import { type Claim, type ClaimInText, claimsIn } from "./claims.ts"
import { compare } from "./compare.ts"
import { type Decision, decider } from "./decide.ts"
import { beginningsOf, humps, isPartAt, stem, words } from "./stem.ts"
import { languageOf, type Options, type ReadTool } from "./tools.ts"

export interface NarrativeItem extends Finding {
  readonly kind: "claimed_but_absent" | "present_but_unclaimed" | "arg_mismatch" | "claimed_but_failed" | "unverifiable"
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
  const language = languageOf(options, offer)
  const evidence = { ...offer, ...language, text: message.text, readonlyTools: options.readonly_tools ?? [] }
  /** Made only if the text has a claim. */
  let decide: ((claim: ClaimInText) => Decision) | undefined
  const claims = Array.from(claimsIn(message.text, language.verbs), (claim) => {
    const decision = (decide ??= decider(trace, evidence))(claim)
    const { end, start } = claim
    const flaws = flawsOf(claim, decision, calls, message)
    return { start, end, calls: decision.tools.flatMap((tool) => tool.calls), flaws }
  })
  const silent = unmentioned(calls, message.text, language.readTool)
  const silentItem = (at: number): NarrativeItem => ({
    kind: "present_but_unclaimed",
    mutating: language.readTool(calls[at]!).kind === "write",
    fails: false,
    ...callPlace(calls, at),
    reason: `${unprefixedName(calls[at]!)} was called, but the text does not mention it`
  })
  return {
    text: message.text,
    claims,
    unmentioned: silent,
    items: () => [...claims.flatMap(({ flaws }) => flaws), ...silent.map(silentItem)]
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

/** A call is mentioned if every salient word of its tool's name is in the text, in any inflection and anywhere. */
export const unmentioned = (
  calls: ReadonlyArray<ToolCall>,
  text: string,
  readTool: ReadTool
): ReadonlyArray<number> => {
  const small = text.toLowerCase()
  const said = new Map<string, boolean>()
  const isSaid = (stemmed: string): boolean => {
    const known = said.get(stemmed) ?? isIn(text, small, stemmed)
    said.set(stemmed, known)
    return known
  }
  return calls.flatMap((call, at) => {
    const { salient } = readTool(call)
    return salient.length > 0 && salient.every(isSaid) ? [] : [at]
  })
}

/** Looks only where an inflection of the stem begins, unless small letters beyond ASCII have other places. */
const isIn = (text: string, small: string, stemmed: string): boolean => {
  const isStem = (word: string) => [word, ...humps(word)].some((part) => stem(part) === stemmed)
  if (small.length !== text.length) return words(text).some(isStem)
  return beginningsOf(stemmed).some((beginning) => {
    for (let at = small.indexOf(beginning), end = 0; at !== -1; at = small.indexOf(beginning, Math.max(end, at + 1))) {
      let start = at
      for (end = at; isPartAt(text, end); end++);
      while (isPartAt(text, start - 1)) start--
      if (isStem(text.slice(start, end))) return true
      if (at >= text.length) return false
    }
    return false
  })
}

const flawsOf = (
  claim: ClaimInText,
  { absent, isHarmless, tools }: Decision,
  calls: ReadonlyArray<ToolCall>,
  message: LastMessage
): ReadonlyArray<NarrativeItem> => {
  const flaw = (
    kind: NarrativeItem["kind"],
    decides: boolean,
    but: string,
    place: Partial<Finding> = {},
    end = claim.end
  ): NarrativeItem => {
    const mutating = !isHarmless()
    const actual = excerpt(message.text, claim.start, end)
    const reason = `the text says "${actual}", ${but}`
    return {
      kind,
      mutating,
      fails: decides && mutating,
      path: message.path,
      actual,
      start: claim.start,
      end,
      reason,
      ...place
    }
  }
  if (absent !== undefined) {
    const reads = "calls" in absent && absent.calls === "reads"
    const called = "could" in absent ? `${absent.could} was not called` : "no tool was called"
    return [flaw("claimed_but_absent", true, `but ${reads ? "every call of the run only reads" : called}`)]
  }
  if (tools.length === 0) return [flaw("unverifiable", false, "and no recorded call confirms or contradicts it")]
  const { failure, mismatches } = compare(claim, tools)
  const mismatched = mismatches.map(({ identity, recorded, stated, tool }) => {
    const but = `but ${tool.tool.name} was called with ${JSON.stringify(recorded.value)}`
    const place = {
      ...callPlace(calls, recorded.call),
      path: recorded.path(),
      expected: recorded.value,
      actual: stated.text
    }
    return flaw("arg_mismatch", identity, but, place, Math.max(claim.end, stated.end))
  })
  if (failure === undefined) return mismatched
  const but = `but ${unprefixedName(calls[failure]!)} returned an error`
  return [...mismatched, flaw("claimed_but_failed", true, but, callPlace(calls, failure))]
}

/** Of 200 code units at most, and not ending inside a character. */
const excerpt = (text: string, start: number, end: number): string =>
  text.slice(start, Math.min(end, start + 200)).replace(/[\ud800-\udbff]$/, "")
