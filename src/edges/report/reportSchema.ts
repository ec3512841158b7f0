/**
 * The JSON Schemas of the document of `--reporter json` and of a line of `--reporter ndjson`.
 *
 * They are published as `report-schema.json` and `event-schema.json` beside this file.
 */
import stringify from "fast-json-stable-stringify"
import * as Schema from "effect/Schema"
import { Event } from "../../base/domain/verdict/Event.ts"
import type { Json } from "../../base/std/Json.ts"
import { Report } from "../../base/domain/verdict/Verdict.ts"

export const reportSchema = (): Json =>
  publishedSchema(Report, "report-schema.json", "passhat report, version 1", "What passhat run --reporter json prints.")

export const eventSchema = (): Json =>
  publishedSchema(Event, "event-schema.json", "passhat event, version 1", "A line of passhat run --reporter ndjson.")

/** Keys are sorted, so that the published text is always the same. */
const publishedSchema = (schemaOf: Schema.Top, file: string, title: string, what: string): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(schemaOf)
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
