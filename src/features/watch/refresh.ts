/**
 * Judges the files that changed again, or all files if a change affects the others.
 */
import * as Effect from "effect/Effect"
import type { SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { projectOf } from "../../app/kit/project.ts"
import { type VerdictCache, tiesOf } from "./VerdictCache.ts"
import { judgeInChild } from "./judgeInChild.ts"

export const refresh = Effect.fnUntraced(function* (
  cache: VerdictCache,
  files: ReadonlyArray<string>,
  changed: ReadonlyArray<string>,
  withTraces: boolean
): Effect.fn.Return<VerdictCache, string> {
  const unchanged = [...cache].filter(([file]) => files.includes(file) && !changed.includes(file))
  const refreshed: VerdictCache = new Map([...unchanged, ...(yield* verdictsOf(changed, withTraces))])
  const isComplete = changed.length === files.length || tiesOf(refreshed) === tiesOf(cache)
  return isComplete ? refreshed : new Map(yield* verdictsOf(files, withTraces))
})

/** One process per project: a report names files relative to their project. */
const verdictsOf = Effect.fnUntraced(function* (files: ReadonlyArray<string>, withTraces: boolean) {
  const roots = new Set(files.map((file) => projectOf(file).root))
  const verdicts = yield* Effect.forEach(roots, (root) => {
    const its = files.filter((file) => projectOf(file).root === root)
    return Effect.map(judgeInChild(its, withTraces), ({ suites }) =>
      its.flatMap((file): ReadonlyArray<readonly [string, ReadonlyArray<SuiteVerdict>]> => {
        const found = suites.filter((suite) => suite.file === projectOf(file).file)
        return found.length === 0 ? [] : [[file, found]]
      })
    )
  })
  return verdicts.flat()
})
