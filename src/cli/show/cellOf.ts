/**
 * The cell that a recording is of, as far as its header tells: enough to replay it, nothing to judge it by.
 */
import type { Header } from "../../domain/Cassette.ts"
import type { Cell } from "../../domain/Plan.ts"

export const cellOf = ({ agent, fingerprint, model, suite }: Header): Cell => ({
  id: `${suite}/${agent}/${model}`,
  agent,
  model,
  name: agent,
  runs: 0,
  provider: { kind: "driver" },
  run_timeout_ms: 0,
  behaviour: fingerprint.parts,
  fingerprint: fingerprint.sha256,
  observations: [],
  gates: []
})
