/**
 * Which runs a filter asks for. What it needs to know of a cell before the cell is unpacked is in the overview.
 */
import type { RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import type { Entry } from "./Overview.ts"
import { durationOf } from "./times.ts"
import { searchText, transcriptOf } from "./transcript.ts"

/** Every part that is given must hold. A run of which it is not known does not match. */
export interface Query {
  readonly suite?: string
  readonly model?: string
  /** The title of a gate that is not green. */
  readonly gate?: string
  /** As `toolKey` writes it. */
  readonly tool?: string
  /** Text in the arguments of a call, in JSON; of the tool, if one is asked for. */
  readonly argument?: string
  readonly stop?: string
  readonly tokens?: Range
  /** In milliseconds. */
  readonly time?: Range
  /** Text in the transcript. */
  readonly text?: string
}

export interface Range {
  readonly least?: number
  readonly most?: number
}

/** A run that matches, with the place in its transcript where the text is, if text was searched for. */
export interface Match {
  readonly index: number
  readonly place?: { readonly before: string; readonly text: string; readonly after: string }
}

/** Characters that are shown on each side of the text that was found. */
const AROUND = 60

export const toolKey = ({ name, server }: { readonly name: string; readonly server: string }): string =>
  JSON.stringify([server, name])

export const isEmpty = (query: Query): boolean => Object.keys(query).length === 0

/** Whether runs of the cell may match; undefined parts of the query match every cell. */
export const mayMatch = (entry: Entry, { gate, model, stop, suite, tool }: Query): boolean =>
  entry.kind === "cell" &&
  (suite === undefined || entry.suite === suite) &&
  (model === undefined || entry.model === model) &&
  (gate === undefined || entry.red.includes(gate)) &&
  (tool === undefined || (entry.tools ?? []).includes(tool)) &&
  (stop === undefined || (entry.stops ?? []).includes(stop))

/** `gateId` is the id of the gate that the query names, if it looks at single runs. */
export const matchOf = (run: RunVerdict, query: Query, gateIds: ReadonlySet<string>): Match | undefined => {
  const { argument, stop, text, time, tokens, tool } = query
  const { checks, index, trace } = run
  if (gateIds.size > 0 && !checks.some(({ gate = "", verdict }) => verdict !== "pass" && gateIds.has(gate)))
    return undefined
  if (!inRange(trace?.conversation.tokens?.total, tokens) || !inRange(durationOf(run), time)) return undefined
  if (stop !== undefined && trace?.stop_reason !== stop) return undefined
  if (tool !== undefined || argument !== undefined) {
    const wanted = argument?.toLowerCase() ?? ""
    const isCalled = (trace?.tool_calls ?? []).some(
      (call) =>
        (tool === undefined || toolKey(call) === tool) && JSON.stringify(call.args).toLowerCase().includes(wanted)
    )
    if (!isCalled) return undefined
  }
  if (text === undefined) return { index }
  const place = placeOf(run, text)
  return place === undefined ? undefined : { index, place }
}

const inRange = (value: number | undefined, range: Range | undefined): boolean =>
  range === undefined ||
  (value !== undefined && value >= (range.least ?? -Infinity) && value <= (range.most ?? Infinity))

const placeOf = ({ trace }: RunVerdict, text: string): Match["place"] => {
  const wanted = text.toLowerCase()
  for (const item of trace === undefined ? [] : transcriptOf(trace)) {
    const whole = searchText(item)
    const lower = whole.toLowerCase()
    const at = lower.indexOf(wanted)
    if (at === -1) continue
    // In few languages small letters are longer, so that the place is not that of the text itself.
    const shown = lower.length === whole.length ? whole : lower
    const end = at + wanted.length
    return {
      before: shown.slice(Math.max(0, at - AROUND), at),
      text: shown.slice(at, end),
      after: shown.slice(end, end + AROUND)
    }
  }
  return undefined
}
