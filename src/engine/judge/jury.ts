/**
 * The jury of an advisory gate: what it is asked about a run, and how it voted.
 *
 * A gate that decides has no jury here, whatever the plan says: no verdict can depend on what a model said.
 */
import { isSameAsk, type JudgeQuestion, questionHash, type Vote } from "../../base/domain/plan/juries.ts"
import type { Judgement } from "../../base/domain/recording/Judgement.ts"
import type { Capabilities, CellDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Juror } from "../../base/domain/plan/Plan.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { BoundGate } from "./judgeGate.ts"

export interface Jury {
  /** One for each juror; none if there is nothing to ask about the run. May throw, because it calls the definition. */
  readonly questions: (trace: Trace) => ReadonlyArray<JudgeQuestion>
  /** Undefined if there is nothing to ask about the run. May throw likewise. */
  readonly votes: (trace: Trace, judgements: ReadonlyArray<Judgement> | undefined) => ReadonlyArray<Vote> | undefined
}

/** Undefined for a gate that asks no model. */
export const juryOf = ({ definition, gate }: BoundGate, means: Capabilities): Jury | undefined => {
  const { question: asks } = definition as CellDefinition<any, any, any>
  const { advisory, id, jury, spec } = gate
  if (!advisory || jury === undefined || asks === undefined) return undefined
  let latest: ReadonlyArray<JudgeQuestion> = []
  const questions: Jury["questions"] = (trace) => {
    const question = asks(trace, spec, means)
    if (question === undefined) return []
    // Most gates ask the same of every run, and a hash takes longer than the rest.
    if (latest[0]?.question !== question) latest = seated(question, id, jury)
    return latest
  }
  return {
    questions,
    votes: (trace, judgements = []) => {
      const asked = questions(trace)
      return asked.length === 0 ? undefined : asked.map((one) => voteOf(one, judgements))
    }
  }
}

/** What all juries of a cell are asked about a run. A gate that throws asks nothing. */
export const questionsOf = (juries: ReadonlyArray<Jury>, trace: Trace): ReadonlyArray<JudgeQuestion> =>
  juries.flatMap((jury) => tryCatch(() => jury.questions(trace)) ?? [])

const seated = (question: string, gate: string, jury: ReadonlyArray<Juror>): ReadonlyArray<JudgeQuestion> => {
  const hashes = jury.map((juror) => questionHash(question, juror))
  return jury.map((juror, at) => {
    const asked_sha256 = hashes[at]!
    const ask = hashes.slice(0, at + 1).filter((one) => one === asked_sha256).length
    return { question, juror, gate, seat: at + 1, ask, asked_sha256 }
  })
}

const voteOf = (asked: JudgeQuestion, judgements: ReadonlyArray<Judgement>): Vote => {
  const { model } = asked.juror
  const found = judgements.find((one) => isSameAsk(asked, one))
  if (found === undefined) return { model, vote: "not_asked", reason: "" }
  const { reason, tokens, verdict = "unanswered" } = found
  return { model, vote: verdict, reason, ...(tokens !== undefined && { tokens: tokens.total }) }
}
