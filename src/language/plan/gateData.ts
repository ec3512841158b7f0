/**
 * Gates as the plan keeps them: name, spec and expectations, with their targets spelt in full.
 */
import type { Json } from "../../base/domain/Json.ts"
import { fullTarget } from "../../base/domain/verdict/Metric.ts"
import type { GateData, Juror } from "../../base/domain/plan/Plan.ts"
import type { GateNode } from "../dsl/gate.ts"
import type { ModelChoice } from "../dsl/model.ts"
import { modelOptions } from "./behaviour.ts"
import { providerOf } from "./modelRules.ts"

export const gateData = (gates: ReadonlyArray<GateNode>): ReadonlyArray<GateData> =>
  gates.map(({ advisory, always, definition, expect, jury, spec }, at) => ({
    id: `${definition.name}#${gates.slice(0, at + 1).filter((one) => one.definition.name === definition.name).length}`,
    gate: definition.name,
    scope: definition.scope ?? "cell",
    spec: spec as Json,
    expectations: Object.fromEntries(
      Object.entries(expect).map(([target, matcher]) => [fullTarget(definition, target), matcher])
    ),
    advisory,
    ...(always === true && { always }),
    ...(jury !== undefined && { jury: jury.map(juror) })
  }))

/** A model without a provider is refused before. */
const juror = (choice: ModelChoice): Juror => ({
  model: choice.model,
  provider: providerOf({}, choice) ?? { kind: "driver" },
  ...modelOptions(choice)
})
