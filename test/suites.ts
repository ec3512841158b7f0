/**
 * Small suites for tests that need one.
 */
import type { Issue } from "../src/base/domain/Issue.ts"
import type { Suite } from "../src/language/dsl/suite.ts"
import { type Compiled, compile, type Overrides } from "../src/language/plan/compile.ts"
import { toJsonSchema } from "../src/language/plan/toJsonSchema.ts"

/** The compiled suite; a suite that does not compile fails the test with its issues. */
export const compiledOf = (suite: Suite, overrides?: Overrides): Compiled => {
  const compiled = compile(suite, { toJsonSchema, sourcesOf: noFiles, ...overrides })
  if ("issues" in compiled) throw new Error(compiled.issues.map((one) => one.message).join("\n"))
  return compiled
}

/** What is wrong with a suite; nothing for one that compiles. */
export const issuesOf = (suite: Suite, overrides?: Overrides): ReadonlyArray<Issue> => {
  const compiled = compile(suite, { toJsonSchema, sourcesOf: noFiles, ...overrides })
  return "issues" in compiled ? compiled.issues : []
}

/** As if every source were found, and no file were in it. */
const noFiles = () => ({ files: [], problems: [] })
