/**
 * One event per line, each a JSON document with sorted keys, written as it happens.
 *
 * Of a finished report it writes the same events in the order of the plan.
 */
import stringify from "fast-json-stable-stringify"
import type { Event } from "../domain/Event.ts"
import { events } from "./events.ts"
import { inert } from "./json.ts"
import type { Reporter } from "./Reporter.ts"

export const ndjson: Reporter = {
  name: "ndjson",
  showsLocations: true,
  follow: (event) => worded(event),
  render: function* (report) {
    for (const event of events(report)) yield worded(event)
  }
}

const worded = (event: Event): string => `${inert(stringify(event))}\n`
