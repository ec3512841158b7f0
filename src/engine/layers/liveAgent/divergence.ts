/**
 * Why a run of an agent's code cannot go on: it does what the recorded agent did not, so nothing is recorded to answer it with.
 */
import { phraseDifference } from "../../cassette/explain/phraseDifference.ts"
import { issue } from "../../../base/domain/issues.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import type { Difference } from "../../../base/std/differences.ts"
import { shortenWords } from "../../../base/std/wholeWords.ts"
import type { CallPool, UnmatchedCall } from "./callPool.ts"
import type { ExchangePool, Unmatched } from "./exchangePool.ts"
import { volatileEntry } from "./looksVolatile.ts"

/** How messages name a run. */
export interface RunPlace {
  readonly file: string
  readonly run: number
}

/** How many differences a message tells. */
const MANY = 3

export const requestDiverged = (place: RunPlace, { asked, nearest }: Unmatched, pool: ExchangePool): Infrastructure => {
  const { api, method, path } = asked
  const what = `the agent asks its model what is not recorded (${method} ${api}/${path})`
  if (nearest === undefined) {
    const all = pool.size === 1 ? "the one recorded exchange was" : `all ${pool.size} recorded exchanges were`
    return diverged(place, `${what}, and ${all} used before`, UNDO)
  }
  const entries = nearest.differences.map(volatileEntry)
  const meant = nearest.differences.filter((_, at) => entries[at] === undefined)
  // What was meant is reported first: a change of an id beside it is noise.
  const told = [...meant, ...nearest.differences.filter((one) => !meant.includes(one))]
  return diverged(
    place,
    `${what}: beside exchange ${nearest.number} of ${pool.size}, ${listed(told)}`,
    meant.length === 0 ? leaveOut([...new Set(entries)]) : UNDO
  )
}

export const callDiverged = (place: RunPlace, { call, nearest }: UnmatchedCall, pool: CallPool): Infrastructure => {
  const tool = call.server === "" ? call.name : `${call.server}.${call.name}`
  const what = `the agent calls ${tool} with ${shortenWords(JSON.stringify(call.args), 200)}, which is not recorded`
  const why =
    nearest === undefined
      ? `${what}: ${pool.knows(call) ? "its recorded calls were all used before" : "the recorded run has no call of it"}`
      : `${what}: beside call ${nearest.id}, ${listed(nearest.differences)}`
  return diverged(place, why, `${UNDO} With --live-tools as well, the servers of today answer.`)
}

/** Which of the runs that are under way asked is not known. */
export const askedPast = (place: RunPlace, origin: string): Infrastructure =>
  diverged(place, `while the agent ran, this process asked ${origin} past passhat`, USE_PROXY)

export const USE_PROXY =
  "Point the client of its model at session.modelProxy, or at ANTHROPIC_BASE_URL or OPENAI_BASE_URL in a program."

export const diverged = ({ file, run }: RunPlace, what: string, hint: string): Infrastructure =>
  new Infrastructure({ issue: issue("DIVERGED", `${file}, run ${run}: ${what}.`, hint) })

export const UNDO = "Undo the change of the agent, or record it again with --record."

const listed = (all: ReadonlyArray<Difference>): string => {
  const told = all.slice(0, MANY).map((one) => phraseDifference(one))
  const more = all.length - told.length
  return [...told, ...(more > 0 ? [`${more} more ${more === 1 ? "value differs" : "values differ"}`] : [])].join("; ")
}

const leaveOut = (entries: ReadonlyArray<string | undefined>): string =>
  `This looks like a time or an id that is new in every run. Leave it out: ` +
  `driver(..., { volatile: [${entries.join(", ")}] }), or the same option of command or of an adapter.`
