/**
 * Loads what turns Schemas into JSON Schema, for suites whose catalogues have Schemas: compiling is synchronous, so it has
 * to be there before. A suite of generated catalogues loads nothing.
 */
import type { Suite } from "../dsl/suite.ts"
import { hasSchemas, type ToJsonSchema } from "../plan/toolData.ts"

export const schemasFor = async (suites: ReadonlyArray<Suite>): Promise<ToJsonSchema | undefined> =>
  suites.some(hasSchemas) ? (await import("../plan/toJsonSchema.ts")).toJsonSchema : undefined
