/**
 * Whether a recording is still of the cell that asks for it. Whatever differs makes it stale: a replay of another
 * conversation must never pass for this one.
 */
import * as Option from "effect/Option"
import type { Header } from "../domain/Cassette.ts"
import { type Difference, differences } from "../std/differences.ts"
import type { Json } from "../domain/Json.ts"
import type { Cell, FingerprintParts } from "../domain/Plan.ts"
import { CassetteError } from "../services/Cassettes.ts"
import { phraseDifference } from "./explain/phraseDifference.ts"

const SHOWN = 3

export const stale = (cell: Cell, header: Header, file: string): Option.Option<CassetteError> => {
  const changes = changesSince(header, cell)
  if (changes.length === 0) return Option.none()
  const shown = changes.slice(0, SHOWN).map((one) => phraseDifference(one))
  const more = changes.length > SHOWN ? [`and ${changes.length - SHOWN} more`] : []
  const sentence = `${file} is stale: ${[...shown, ...more].join("; ")}.`
  const hint = "Record it again with --record, or undo the change."
  return Option.some(new CassetteError({ reason: "Stale", file, sentence, hint }))
}

/**
 * The hash decides, since the parts may have been redacted; they say what changed. Where they do not, it was a part that
 * this version does not know.
 */
const changesSince = (header: Header, cell: Cell): ReadonlyArray<Difference> => {
  const { parts, sha256 } = header.fingerprint
  const identity = differences({ agent: header.agent, model: header.model }, { agent: cell.agent, model: cell.model })
  if (sha256 === cell.fingerprint) return identity
  const behaviour = differences(json(parts), json(cell.behaviour)).filter(({ path }) =>
    identity.every((change) => change.path !== path)
  )
  const changes = [...identity, ...behaviour]
  return changes.length > 0 ? changes : differences({ fingerprint: sha256 }, { fingerprint: cell.fingerprint })
}

/** Both sides as a file would hold them. */
const json = (parts: FingerprintParts): Json => JSON.parse(JSON.stringify(parts))
