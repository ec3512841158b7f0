/**
 * The report as one JSON document with sorted keys: equal reports give equal bytes.
 *
 * Characters that a terminal or a CI runner would obey are written as escapes; a parser reads the same value.
 */
import stringify from "fast-json-stable-stringify"
import type { Reporter } from "../Reporter.ts"
import { escapeJson } from "../../../base/std/escape.ts"
import type { Event } from "../../../base/domain/verdict/Event.ts"
import { events } from "../events.ts"

export const json: Reporter = {
  name: "json",
  showsLocations: true,
  render: function* (report) {
    for (const piece of pieces(report, DEPTH)) yield escapeJson(piece)
    yield "\n"
  }
}

/** A run is nested in a report, a list of suites, a suite, a list of cells, a cell and a list of runs. */
const DEPTH = 6

/** The text of `stringify`, cut where lists and objects begin, down to a depth. */
function* pieces(value: object, depth: number): Iterable<string> {
  const isList = Array.isArray(value)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  yield isList ? "[" : "{"
  for (const [at, [key, inner]] of (isList ? entries : entries.toSorted(byKey)).entries()) {
    yield `${at === 0 ? "" : ","}${isList ? "" : `${JSON.stringify(key)}:`}`
    if (depth > 1 && typeof inner === "object" && inner !== null) yield* pieces(inner, depth - 1)
    else yield stringify(inner)
  }
  yield isList ? "]" : "}"
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * One event per line as a JSON document with sorted keys, written when it happens.
 *
 * A finished report gives the same events in the order of its plan.
 */
export const ndjson: Reporter = {
  name: "ndjson",
  showsLocations: true,
  follow: (event) => eventLine(event),
  render: function* (report) {
    for (const event of events(report)) yield eventLine(event)
  }
}

const eventLine = (event: Event): string => `${escapeJson(stringify(event))}\n`
