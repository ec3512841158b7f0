/**
 * The JSON Schemas of what `--reporter json` and each line of `--reporter ndjson` are, for those who read them by program.
 *
 * They are published as `report-schema.json` and `event-schema.json` beside this file.
 */
import stringify from "fast-json-stable-stringify"
import * as Schema from "effect/Schema"
import { Event } from "../domain/Event.ts"
import type { Json } from "../domain/Json.ts"
import { Report } from "../domain/Verdict.ts"

export const reportSchema = (): Json =>
  published(Report, "report-schema.json", "passhat report, version 1", "What passhat run --reporter json prints.")

export const eventSchema = (): Json =>
  published(Event, "event-schema.json", "passhat event, version 1", "A line of passhat run --reporter ndjson.")

/** Its keys are sorted, so its text is always the same. */
const published = (of: Schema.Top, file: string, title: string, what: string): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(of)
  return JSON.parse(
    stringify({
      ...schema,
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `passhat/${file}`,
      $defs: definitions,
      title,
      description:
        `${what} Readers must tolerate fields that are not listed here: ` +
        "new ones may come without a new version, so no object is closed."
    })
  )
}
