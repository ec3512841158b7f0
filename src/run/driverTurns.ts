/**
 * Which turn each call of a user's own agent belongs to, from what the agent said and when.
 *
 * - Turns that say how many calls they made have the calls of the session in that order.
 * - A turn that is said before its calls has the calls after it.
 * - If a call comes before anything is said, turns are said after their calls, as frameworks report their steps: each has the
 *   calls since the one before, and the final response has those after the last.
 *
 * In any other case no turn is known; nor is it if there is one answer only, since the agent said no more than its final response.
 * A wrong turn could make a wrong order of calls pass; an unknown one cannot.
 */

/** A turn as the agent reported it. */
export interface Said {
  readonly text: string
  /** How many calls it made. */
  readonly calls?: number | undefined
}

export interface Reported {
  readonly said: ReadonlyArray<Said>
  /** For each call, in order, how many turns were said before it. */
  readonly saidBefore: ReadonlyArray<number>
  /** Undefined if the agent did not end with one. */
  readonly final: string | undefined
}

export interface DriverTurns {
  /** What the assistant said, in order, with the final response. */
  readonly texts: ReadonlyArray<string>
  /** The turn of each call, from 1; undefined if it is not known. */
  readonly turns: ReadonlyArray<number | undefined>
}

export const driverTurns = ({ final, said, saidBefore }: Reported): DriverTurns => {
  const isAfterwards = saidBefore[0] === 0
  const isRepeated =
    final !== undefined && said.at(-1)?.text === final && !(isAfterwards && saidBefore.at(-1) === said.length)
  const texts = [...said.map(({ text }) => text), ...(final === undefined || isRepeated ? [] : [final])]
  /** How many of the turns that were said are not the final response. */
  const others = isRepeated ? said.length - 1 : said.length
  const reported = (): ReadonlyArray<number> | undefined => {
    if (texts.length < 2) return undefined
    if (said.some(({ calls }) => calls !== undefined)) return countedTurns(said, saidBefore.length)
    return isAfterwards ? turnsSaidAfterwards(saidBefore, others) : saidBefore
  }
  return { texts, turns: reported() ?? saidBefore.map(() => undefined) }
}

/** Undefined unless the numbers add up to the calls that were made. */
const countedTurns = (said: ReadonlyArray<Said>, made: number): ReadonlyArray<number> | undefined => {
  const counts = said.map(({ calls = 0 }) => calls)
  const isCounted = counts.every((count) => Number.isSafeInteger(count) && count >= 0)
  if (!isCounted || counts.reduce((sum, count) => sum + count, 0) !== made) return undefined
  return counts.flatMap((count, at) => Array.from({ length: count }, () => at + 1))
}

/** Undefined if a turn other than the final response has no calls: then several turns were reported at once. */
const turnsSaidAfterwards = (saidBefore: ReadonlyArray<number>, others: number): ReadonlyArray<number> | undefined => {
  const withCalls = new Set(saidBefore)
  const isEachWithCalls = Array.from({ length: others }, (_, at) => at).every((at) => withCalls.has(at))
  return isEachWithCalls ? saidBefore.map((before) => before + 1) : undefined
}
