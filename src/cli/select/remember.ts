/**
 * Keeps what was red outside the project, and finds it there.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layer as fileSystem } from "../../layers/platform/fileSystem.ts"
import { projectCache } from "../../layers/platform/projectCache.ts"
import type { SuiteVerdict } from "../../domain/Verdict.ts"
import type { CompiledSuite, RefusedSuite } from "../compileSuites.ts"
import type { Environment } from "../mode.ts"
import { FILE, noted, readLastReport } from "./LastReport.ts"

/** None where there was no report, or none that can be read. */
export const lastReport = (root: string, environment: Environment) =>
  Effect.map(
    projectCache(root, environment).read(FILE),
    Option.flatMap((text) => Option.fromUndefinedOr(readLastReport(text)))
  )

/** For those who have nothing else to do with fibers. */
export const rememberNow = (...judged: Parameters<typeof remember>): Promise<void> =>
  Effect.runPromise(Effect.provide(remember(...judged), fileSystem))

/** Takes note of what was judged, a verdict for each suite. */
export const remember = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  verdicts: ReadonlyArray<{ readonly verdict: SuiteVerdict }>,
  environment: Environment
) {
  const judged = suites.flatMap((of, at) => (verdicts[at] === undefined ? [] : [{ of, verdict: verdicts[at].verdict }]))
  yield* Effect.forEach(
    new Set(suites.map(({ project }) => project.root)),
    Effect.fnUntraced(function* (root) {
      const cache = projectCache(root, environment)
      const before = Option.getOrElse(yield* cache.read(FILE), () => "")
      const here = judged.filter(({ of }) => of.project.root === root)
      yield* cache.write(FILE, noted(before, here))
    })
  )
})
