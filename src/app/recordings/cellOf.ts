/**
 * The cell of a recording, made from its header: enough to replay it, without gates to judge it.
 */
import type { Header } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { slug } from "../../language/plan/cellId.ts"

export const cellOf = ({ agent, fingerprint, model, suite }: Header): Cell => ({
  id: [suite, agent, model].map(slug).join("/"),
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
