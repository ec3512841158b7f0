/**
 * The fingerprint of what an agent is given: a recording of another fingerprint is stale.
 */
import stringify from "fast-json-stable-stringify"
import { sha256 } from "../../std/sha256.ts"
import type { Cell, FingerprintParts, Plan } from "./Plan.ts"

/** SHA-256 of the canonical JSON, so that the order of keys does not matter. */
export const fingerprint = (parts: FingerprintParts): string => sha256(stringify(parts))

/**
 * The fingerprint of what the runs of a whole plan record, whatever is selected of it. Workers on other machines record for a plan
 * only if theirs has the same. Gates and numbers of runs are not in it: they change no run.
 */
export const planFingerprint = ({ cells, suite }: Pick<Plan, "cells" | "suite">): string =>
  sha256(stringify({ suite, cells: cells.map(recordedOf) }))

/** Beside what its agent is given: who is asked, what is looked at afterwards, and what judges are asked. */
const recordedOf = ({ fingerprint: ofAgent, gates, id, observations, provider, user_provider }: Cell) => ({
  id,
  fingerprint: ofAgent,
  provider,
  user_provider: user_provider ?? null,
  observations,
  juries: gates.flatMap(({ gate, jury, spec }) => (jury === undefined ? [] : [{ gate, jury, spec }]))
})
