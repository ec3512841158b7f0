/**
 * JSON, the only kind of data that is recorded, compared, planned or reported.
 */
import * as Schema from "effect/Schema"

export const Json = Schema.Json
export type Json = Schema.Json

export const JsonObject = Schema.Record(Schema.String, Json)
export interface JsonObject extends Schema.Schema.Type<typeof JsonObject> {}
