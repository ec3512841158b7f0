/**
 * Which turn each call of a user's own agent belongs to, from what the agent reported and when.
 *
 * - A step has the calls since the step before, and the final response those after the last step.
 * - Turns that say how many calls they made have the calls of the session in that order.
 * - A turn that is said before its calls has the calls after it.
 * - If a call comes before anything is said, turns are said after their calls, as steps are.
 *
 * In any other case no turn is known; nor is it if there is one answer only, since the agent said no more than its final response.
 * A wrong turn could make a wrong order of calls pass; an unknown one cannot.
 */
import type { NotedOwnCall } from "./ownCalls.ts"

/** A turn as the agent reported it. */
export interface ReportedTurn {
  readonly kind: "said" | "step"
  readonly text: string
  /** How many calls it made. */
  readonly calls: number | undefined
  /** Why it ended, in the words of a trace. */
  readonly stop: string | undefined
  readonly ownCalls: ReadonlyArray<NotedOwnCall>
}

export interface Reported {
  readonly turns: ReadonlyArray<ReportedTurn>
  /** For each call, in order, how many turns were reported before it. */
  readonly before: ReadonlyArray<number>
  /** The turn of each call if the agent told it; null if it told its turns without that of the call. */
  readonly told: ReadonlyArray<number | null | undefined>
  /** Undefined if the agent did not end with one. */
  readonly final: string | undefined
}

export interface DriverTurns {
  /** What the assistant said, in order, with the final response. */
  readonly texts: ReadonlyArray<string>
  /** The turn of each call, from 1; undefined if it is not known. */
  readonly turns: ReadonlyArray<number | undefined>
  /** Why the turn with the final response ended. Undefined if the agent reported no such turn. */
  readonly stop: string | undefined
}

export const driverTurns = (reported: Reported): DriverTurns => {
  const { before, final, told, turns } = reported
  const isLastFinal = final !== undefined && hasFinal(reported)
  const texts = [...turns.map(({ text }) => text), ...(final === undefined || isLastFinal ? [] : [final])]
  /** How many of the turns that were reported are not the final response. */
  const others = isLastFinal ? turns.length - 1 : turns.length
  const known = (): ReadonlyArray<number | undefined> | undefined => {
    if (texts.length > 1 && told.some((turn) => turn !== undefined)) return told.map((turn) => turn ?? undefined)
    if (texts.length < 2 || new Set(turns.map(({ kind }) => kind)).size > 1) return undefined
    if (turns.some(({ calls }) => calls !== undefined)) return countedTurns(reported)
    return turns[0]?.kind === "step" || before[0] === 0 ? turnsReportedAfterwards(before, others) : before
  }
  return {
    texts,
    turns: known() ?? before.map(() => undefined),
    stop: isLastFinal ? turns.at(-1)?.stop : undefined
  }
}

/** Whether the last turn that was reported is the one with the final response. */
const hasFinal = ({ before, final, turns }: Reported): boolean => {
  const last = turns.at(-1)
  if (last === undefined) return false
  const isFollowedByCalls = before.at(-1) === turns.length
  if (last.kind === "said") return last.text === final && !(before[0] === 0 && isFollowedByCalls)
  if (last.calls === undefined && isFollowedByCalls) return false
  const hasCalls =
    last.ownCalls.length > 0 || (last.calls === undefined ? before.at(-1) === turns.length - 1 : last.calls > 0)
  return !hasCalls || last.text === final
}

/**
 * Undefined unless the numbers add up to the calls that were made. An agent that threw has not reported the turn in which it did: if each
 * turn that it reported came after as many calls as it says, the calls since are of that turn.
 */
const countedTurns = ({ before, final, turns }: Reported): ReadonlyArray<number> | undefined => {
  const counts = turns.map(({ calls = 0 }) => calls)
  const isCounted = counts.every((count) => Number.isSafeInteger(count) && count >= 0)
  if (!isCounted) return undefined
  if (counts.reduce((sum, count) => sum + count, 0) === before.length) {
    return counts.flatMap((count, at) => Array.from({ length: count }, () => at + 1))
  }
  const isReportedAfterwards = counts.every(
    (count, at) => before.filter((reported) => reported === at).length === count
  )
  return final === undefined && isReportedAfterwards ? before.map((reported) => reported + 1) : undefined
}

/** Undefined if a turn other than the final response has no calls: then several turns were reported at once. */
const turnsReportedAfterwards = (before: ReadonlyArray<number>, others: number): ReadonlyArray<number> | undefined => {
  const withCalls = new Set(before)
  const isEachWithCalls = Array.from({ length: others }, (_, at) => at).every((at) => withCalls.has(at))
  return isEachWithCalls ? before.map((count) => count + 1) : undefined
}
