/**
 * JSON Schema, loaded only when a plan mentions a schema: judging is synchronous, so it has to be there before.
 */
import type { Capabilities } from "../../domain/Metric.ts"
import type { Plan } from "../../domain/Plan.ts"

/** Sees a schema wherever a gate may carry one; what it mistakes for one costs a few milliseconds. */
export const jsonSchemaFor = async (plans: ReadonlyArray<Plan>): Promise<Capabilities> => {
  if (!plans.some((plan) => JSON.stringify(plan.cells.map((cell) => cell.gates)).includes('"schema"'))) return {}
  const { jsonSchema } = await import("../../metrics/jsonSchema.ts")
  return { jsonSchema }
}
