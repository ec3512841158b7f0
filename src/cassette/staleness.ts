/**
 * Whether a recording is still of the cell that asks for it. Whatever differs makes it stale: a replay of another
 * conversation must never pass for this one.
 */
import type { Header } from "../domain/Cassette.ts"
import type { Json } from "../domain/Json.ts"
import type { Cell, FingerprintParts } from "../domain/Plan.ts"
import { type Difference, differences } from "../std/differences.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"

/** Undefined if the recording is fresh. */
export const staleness = (cell: Cell, header: Header, file: string): CassetteProblem | undefined => {
  const changes = changesSince(header, cell)
  return changes.length === 0 ? undefined : { code: "stale", file, changes }
}

/**
 * What changed since the recording; nothing if it is fresh. The hash decides, since the parts may have been redacted; they
 * say what changed. If they are equal, a part changed that this version does not know.
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
