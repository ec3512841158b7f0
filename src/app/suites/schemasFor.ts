/**
 * Loads what compiling and judging need of schemas: both are synchronous, so it has to be there before. A suite of generated
 * catalogues whose gates mention no JSON Schema loads nothing.
 */
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Suite } from "../../language/dsl/suite.ts"
import { hasSchemas, type ToJsonSchema } from "../../language/plan/toolData.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** What turns Schemas into JSON Schema, for suites whose catalogues have Schemas. */
export const schemasFor = async (suites: ReadonlyArray<Suite>): Promise<ToJsonSchema | undefined> =>
  suites.some(hasSchemas) ? (await import("../../language/plan/toJsonSchema.ts")).toJsonSchema : undefined

/** What checks values against JSON Schemas, for suites whose gates mention one. */
export const jsonSchemaFor = async (suites: ReadonlyArray<Suite>): Promise<Capabilities> => {
  if (!suites.some(mentionsSchema)) return {}
  const { jsonSchema } = await import("../../language/metrics/jsonSchema.ts")
  return { jsonSchema }
}

/** Sees a schema wherever a gate may carry one; what it mistakes for one costs a few milliseconds. */
const mentionsSchema = (suite: Suite): boolean => {
  const known = mentioning.get(suite) ?? suite.agents.some(({ gates }) => gates.some(hasSchema))
  mentioning.set(suite, known)
  return known
}

const hasSchema = ({ expect, spec }: Suite["agents"][number]["gates"][number]): boolean =>
  tryCatch(() => JSON.stringify([spec, expect]).includes('"schema"')) ?? true

/** Asked when a suite is compiled and again when it is judged. */
const mentioning = new WeakMap<Suite, boolean>()
