/**
 * Gates as the plan keeps them: name, spec and expectations, with their targets spelt in full.
 */
import type { Json } from "../domain/Json.ts"
import { fullTarget } from "../domain/Metric.ts"
import type { GateData } from "../domain/Plan.ts"
import type { GateNode } from "../dsl/gate.ts"

export const gateData = (gates: ReadonlyArray<GateNode>): ReadonlyArray<GateData> =>
  gates.map(({ advisory, always, definition, expect, spec }, at) => ({
    id: `${definition.name}#${gates.slice(0, at + 1).filter((one) => one.definition.name === definition.name).length}`,
    gate: definition.name,
    scope: definition.scope ?? "cell",
    spec: spec as Json,
    expectations: Object.fromEntries(
      Object.entries(expect).map(([target, matcher]) => [fullTarget(definition, target), matcher])
    ),
    advisory,
    ...(always === true && { always })
  }))
