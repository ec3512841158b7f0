/**
 * Images that the user sends with a message.
 */
import * as Schema from "effect/Schema"

/** As plans and recordings have it: without its bytes. */
export const ImageData = Schema.Struct({
  media_type: Schema.String,
  /** Of its bytes. */
  sha256: Schema.String,
  /** How many there are. */
  bytes: Schema.Natural
})
export interface ImageData extends Schema.Schema.Type<typeof ImageData> {}

/** As a model or a driver receives it. */
export interface SentImage {
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly type: string
  /** In base64. */
  readonly data: string
}
