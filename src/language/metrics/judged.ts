/**
 * Judged: how the models of a jury voted on the runs of a cell. It counts votes, and knows nothing of what they are about.
 *
 * A run is passed or failed by more than half of its jury. Who could not answer, or was not asked, counts for neither: such a run, or one
 * on which the jury is split, is undecided.
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import type { Vote } from "../../base/domain/plan/juries.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"

/** The votes on a run; null if there was nothing to ask. */
export type RunVotes = ReadonlyArray<Vote> | null

export interface Report {
  /** Runs that the jury passes. */
  readonly passed: number
  /** Runs that the jury fails. Undefined if it fails none, and leaves one undecided or passes none. */
  readonly failed: number | undefined
  readonly undecided: number
  /** The share of a run's answers that agree with most of them: the mean over the runs with two answers or more. */
  readonly agreement: number | undefined
  /** Of the judges alone. Undefined if they are not known of every answer. */
  readonly tokens: number | undefined
  /** Every vote, by run. */
  readonly votes: ReadonlyArray<RunVotes>
}

export const measure = (runs: NonEmptyReadonlyArray<RunVotes>): Report => {
  const outcomes = runs.map(outcomeOf)
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const [passed, failed, undecided] = [count("pass"), count("fail"), count("undecided")]
  const agreements = runs.flatMap((votes) => agreementOf(votes ?? []) ?? [])
  return {
    passed,
    failed: failed === 0 && (undecided > 0 || passed === 0) ? undefined : failed,
    undecided,
    agreement: agreements.length === 0 ? undefined : sum(agreements) / agreements.length,
    tokens: tokensOf(runs.flatMap((votes) => votes ?? [])),
    votes: runs
  }
}

export const describe = ({ agreement, failed = 0, passed, tokens, undecided, votes }: Report): string => {
  const all = votes.flatMap((one) => one ?? [])
  const notAsked = all.filter(({ vote }) => vote === "not_asked").length
  if (all.length === 0) return "nothing to ask"
  if (notAsked === all.length) return NOT_ASKED
  const unanswered = all.filter(({ vote }) => vote === "unanswered").length
  return [
    `passes ${passed}, fails ${failed} of ${passed + failed + undecided} runs`,
    ...(undecided > 0 ? [`undecided ${undecided}`] : []),
    ...(unanswered > 0 ? [`${unanswered} of ${all.length} votes unanswered`] : []),
    ...(notAsked > 0 ? [`${notAsked} of ${all.length} votes ${NOT_ASKED}`] : []),
    ...(agreement === undefined ? [] : [`agreement ${agreement.toFixed(2)}`]),
    ...(tokens === undefined ? [] : [`judge tokens ${tokens}`])
  ].join(", ")
}

/** Every vote of a run that does not pass. */
export const explain = (
  runs: NonEmptyReadonlyArray<RunVotes>
): { readonly [Target in keyof Report]?: ReadonlyArray<Finding> } => {
  const findings = runs.flatMap((votes, at) =>
    outcomeOf(votes) === "pass" || votes === null ? [] : votes.map((vote) => ({ run: at + 1, reason: reasonOf(vote) }))
  )
  return {
    failed: runs.every((votes) => votes === null) ? [{ reason: "there is nothing to ask about its runs" }] : findings
  }
}

export const NOT_ASKED = "not asked with this rubric"

type Outcome = "pass" | "fail" | "undecided" | "nothing"

const outcomeOf = (votes: RunVotes): Outcome => {
  if (votes === null) return "nothing"
  const isMost = (vote: Vote["vote"]) => 2 * votes.filter((one) => one.vote === vote).length > votes.length
  return isMost("pass") ? "pass" : isMost("fail") ? "fail" : "undecided"
}

const agreementOf = (votes: ReadonlyArray<Vote>): number | undefined => {
  const passes = votes.filter(({ vote }) => vote === "pass").length
  const answers = passes + votes.filter(({ vote }) => vote === "fail").length
  return answers < 2 ? undefined : Math.max(passes, answers - passes) / answers
}

/** What was not asked has used none. */
const tokensOf = (votes: ReadonlyArray<Vote>): number | undefined => {
  const asked = votes.filter(({ vote }) => vote !== "not_asked")
  return asked.length === 0 || asked.some(({ tokens, vote }) => tokens === undefined && vote !== "unanswered")
    ? undefined
    : sum(asked.map(({ tokens = 0 }) => tokens))
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

const reasonOf = ({ model, reason, vote }: Vote): string => {
  if (vote === "not_asked") return `${model} was ${NOT_ASKED}: ask it with --record=judges`
  return vote === "unanswered" ? `${model} could not answer: ${reason}` : `${model} says ${vote}: ${reason}`
}
