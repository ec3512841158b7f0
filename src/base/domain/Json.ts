/**
 * The Schemas of JSON, the only kind of data that is recorded, compared, planned or reported.
 */
import * as Schema from "effect/Schema"
import type * as Std from "../std/Json.ts"

export const Json: Schema.Codec<Std.Json> = Schema.Json
export type Json = Std.Json

export const JsonObject = Schema.Record(Schema.String, Json)
export interface JsonObject extends Schema.Schema.Type<typeof JsonObject> {}
