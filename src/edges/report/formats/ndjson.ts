/**
 * One event per line as a JSON document with sorted keys, written when it happens.
 *
 * A finished report gives the same events in the order of its plan.
 */
import stringify from "fast-json-stable-stringify"
import type { Event } from "../../../base/domain/verdict/Event.ts"
import { escapeJson } from "../../../base/std/escape.ts"
import { events } from "../events.ts"
import type { Reporter } from "../Reporter.ts"

export const ndjson: Reporter = {
  name: "ndjson",
  showsLocations: true,
  follow: (event) => eventLine(event),
  render: function* (report) {
    for (const event of events(report)) yield eventLine(event)
  }
}

const eventLine = (event: Event): string => `${escapeJson(stringify(event))}\n`
