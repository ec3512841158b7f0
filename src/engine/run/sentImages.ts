/**
 * The images of a message of the user, with the bytes that the suite carries.
 */
import type { SentImage } from "../../base/domain/plan/Image.ts"
import type { FingerprintParts } from "../../base/domain/plan/Plan.ts"
import { imagesOf } from "../../base/domain/plan/turnData.ts"
import type { UserCode } from "../services/Driver.ts"

/** Of the `n`th message, from 1. An image whose bytes are not at hand is empty: no model is asked with it. */
export const sentImages = (parts: FingerprintParts, { images }: UserCode, n: number): ReadonlyArray<SentImage> =>
  imagesOf(parts, n).map(({ media_type, sha256 }) => ({ type: media_type, data: images?.get(sha256) ?? "" }))
