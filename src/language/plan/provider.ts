/**
 * The provider of a planned model: the driver, the provider that the suite names, or the one that the model's name tells.
 */
import type { Provider } from "../../base/domain/plan/Plan.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { ModelChoice } from "../dsl/model.ts"
import { recordForModel, recordOf } from "../../edges/providers/providers.ts"

/** Undefined if no provider is known: a suite never runs against a guess. */
export const providerOf = (
  { driver }: Pick<AgentNode, "driver">,
  { model, provider }: ModelChoice
): Provider | undefined => {
  if (driver !== undefined) return { kind: "driver" }
  if (provider !== undefined) return recordOf(provider) && provider
  const record = recordForModel(model)
  return record && { kind: record.kind }
}
