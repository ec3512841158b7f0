/**
 * Renews the verdicts of the files that changed, and of all where a change concerns the others as well.
 */
import * as Effect from "effect/Effect"
import type { SuiteVerdict } from "../../domain/Verdict.ts"
import { projectOf } from "../suites/project.ts"
import { type Kept, tiesOf } from "./Kept.ts"
import { rejudge } from "./rejudge.ts"

export const renew = Effect.fnUntraced(function* (
  kept: Kept,
  files: ReadonlyArray<string>,
  changed: ReadonlyArray<string>,
  withTraces: boolean
): Effect.fn.Return<Kept, string> {
  const settled = [...kept].filter(([file]) => files.includes(file) && !changed.includes(file))
  const renewed: Kept = new Map([...settled, ...(yield* verdictsOf(changed, withTraces))])
  const isWhole = changed.length === files.length || tiesOf(renewed) === tiesOf(kept)
  return isWhole ? renewed : new Map(yield* verdictsOf(files, withTraces))
})

/** A process for each project: a report names files as their project does. */
const verdictsOf = Effect.fnUntraced(function* (files: ReadonlyArray<string>, withTraces: boolean) {
  const roots = new Set(files.map((file) => projectOf(file).root))
  const verdicts = yield* Effect.forEach(roots, (root) => {
    const its = files.filter((file) => projectOf(file).root === root)
    return Effect.map(rejudge(its, withTraces), ({ suites }) =>
      its.flatMap((file): ReadonlyArray<readonly [string, SuiteVerdict]> => {
        const found = suites.find((suite) => suite.file === projectOf(file).file)
        return found === undefined ? [] : [[file, found]]
      })
    )
  })
  return verdicts.flat()
})
