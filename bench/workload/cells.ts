/**
 * The cells of a suite of the benchmark as passhat compiles them: their fingerprints are what makes recordings fresh.
 */
import type { Cell } from "../../src/base/domain/plan/Plan.ts"
import type { Suite } from "../../src/language/dsl/suite.ts"
import { compile } from "../../src/language/plan/compile.ts"
import { toJsonSchema } from "../../src/language/plan/toJsonSchema.ts"

export const cellsOf = (suite: Suite): ReadonlyArray<Cell> => {
  const compiled = compile(suite, { toJsonSchema })
  if ("issues" in compiled) throw new Error(compiled.issues.map(({ message }) => message).join("\n"))
  return compiled.plan.cells
}
