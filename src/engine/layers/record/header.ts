/**
 * The header of a cell's cassette, without the servers: they introduce themselves as they are used.
 */
import type { Header } from "../../../base/domain/recording/Cassette.ts"
import { FORMAT, VERSION } from "../../../base/domain/recording/cassetteFormat.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"

export interface Recorded {
  readonly suite: string
  /** When, as text; empty if it is not known. */
  readonly at: string
  /** Of passhat. */
  readonly version: string
}

export const headerOf = (cell: Cell, { at, suite, version }: Recorded): Omit<Header, "servers"> => ({
  format: FORMAT,
  version: VERSION,
  suite,
  agent: cell.agent,
  model: cell.model,
  fingerprint: { sha256: cell.fingerprint, parts: cell.behaviour },
  recorded_at: at,
  passhat: version
})
