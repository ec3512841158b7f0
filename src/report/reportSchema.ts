/**
 * The JSON Schema of what `--reporter json` prints, for those who read reports by program.
 *
 * It is published as `report-schema.json` beside this file.
 */
import stringify from "fast-json-stable-stringify"
import * as Schema from "effect/Schema"
import type { Json } from "../domain/Json.ts"
import { Report } from "../domain/Verdict.ts"

/** Its keys are sorted, so its text is always the same. */
export const reportSchema = (): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Report)
  return JSON.parse(
    stringify({
      ...schema,
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "passhat/report-schema.json",
      $defs: definitions,
      title: "passhat report, version 1",
      description:
        "What passhat run --reporter json prints. Readers must tolerate fields that are not listed here: " +
        "new ones may come without a new version, so no object is closed."
    })
  )
}
