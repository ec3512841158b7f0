/**
 * The fingerprint of what the runs of a plan record: workers on other machines record for a plan only if theirs has the same.
 */
import stringify from "fast-json-stable-stringify"
import { sha256 } from "../../std/sha256.ts"
import type { Cell, Plan } from "./Plan.ts"

/** Of the whole plan, whatever is selected of it. Gates and numbers of runs are not in it: they change no run. */
export const planFingerprint = ({ cells, suite }: Pick<Plan, "cells" | "suite">): string =>
  sha256(stringify({ suite, cells: cells.map(recordedOf) }))

/** Beside what its agent is given: who is asked, what is looked at afterwards, and what judges are asked. */
const recordedOf = ({ fingerprint, gates, id, observations, provider, user_provider }: Cell) => ({
  id,
  fingerprint,
  provider,
  user_provider: user_provider ?? null,
  observations,
  juries: gates.flatMap(({ gate, jury, spec }) => (jury === undefined ? [] : [{ gate, jury, spec }]))
})
