/**
 * Small suites for tests that need one.
 */
import * as Result from "effect/Result"
import type { Issue } from "../src/domain/Issue.ts"
import type { Suite } from "../src/dsl/suite.ts"
import { type Compiled, compile, type Overrides } from "../src/plan/compile.ts"

/** The compiled suite; a suite that does not compile fails the test with its issues. */
export const compiledOf = (suite: Suite, overrides?: Overrides): Compiled =>
  Result.getOrThrowWith(compile(suite, overrides), (issues) => new Error(issues.map((one) => one.message).join("\n")))

/** What is wrong with a suite; nothing for one that compiles. */
export const issuesOf = (suite: Suite, overrides?: Overrides): ReadonlyArray<Issue> =>
  Result.match(compile(suite, overrides), { onFailure: (issues) => issues, onSuccess: () => [] })
