/**
 * The fingerprint of what an agent is given: a recording of another fingerprint is stale.
 */
import stringify from "fast-json-stable-stringify"
import { sha256 } from "../../std/sha256.ts"
import type { FingerprintParts } from "./Plan.ts"

/** SHA-256 of the canonical JSON, so that the order of keys does not matter. */
export const fingerprint = (parts: FingerprintParts): string => sha256(stringify(parts))
