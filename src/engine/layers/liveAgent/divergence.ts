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
import type { Json } from "../../../base/domain/Json.ts"

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

/** Undefined if it looks like a change that was meant; otherwise an entry of `volatile` as a suite would write it. */
export const volatileEntry = ({ after, before, path }: Difference): string | undefined => {
  if (before === undefined || after === undefined) return undefined
  if (isMadeUp(before) && isMadeUp(after)) return JSON.stringify(path)
  if (typeof before !== "string" || typeof after !== "string") return undefined
  const all = shapesBetween(before, after)
  return all.length === 0
    ? undefined
    : all.map(({ flags, source }) => `/${source}/${flags.replace("g", "")}`).join(", ")
}

/** Those whose matches are all that differs between two texts. None: they differ in more. */
const shapesBetween = (before: string, after: string): ReadonlyArray<RegExp> => {
  const found: Array<RegExp> = []
  let [one, other] = [before, after]
  for (const shape of shapes) {
    if (String(one.match(shape)) === String(other.match(shape))) continue
    found.push(shape)
    one = one.replace(shape, "")
    other = other.replace(shape, "")
    if (one === other) return found
  }
  return []
}

/** Each matches one kind of time or id within a text, the longer ones first. */
const shapes: ReadonlyArray<RegExp> = [
  /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} [\d:]{8} GMT[+-]\d{4}(?: \([^)]*\))?/g,
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
  /\d{4}[-/]\d{2}[-/]\d{2}/g,
  /\b(?:\d{1,2}\.? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?,?(?: \d{1,2}(?:st|nd|rd|th)?,?)? \d{4}\b/g,
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[AP]M)?\b/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /\b\d{10,16}(?:\.\d+)?\b/g,
  /\b0\.\d{8,}\b/g,
  /\b[0-9a-f]{12,}\b/gi,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}/g
]

/** Whether a value as a whole is a time or an id: a word with digits, a large number, or one with many decimals. */
const isMadeUp = (value: Json): boolean => {
  if (typeof value === "number") return Math.abs(value) >= 1e9 || /\.\d{8,}$/.test(String(value))
  if (typeof value !== "string") return false
  return (
    (/^[\w:.+/=-]{8,}$/.test(value) && /\d/.test(value) && !/^(?:\d{1,8}|.*:\/\/.*)$/.test(value)) ||
    shapes.some((shape) => value.replace(shape, "") === "")
  )
}
