/**
 * A worker thread: loads the suite that it is told of, judges its cells, and hands back their verdicts.
 */
import process from "node:process"
import { parentPort, workerData } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layer as fileSystem } from "../layers/platform/fileSystem.ts"
import type { Suite } from "../dsl/suite.ts"
import { compileSuites } from "./compileSuites.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { noFlags } from "./noFlags.ts"
import { judgeCells } from "./runSuite.ts"
import { typeStripping } from "./typeStripping.ts"
import { isWorker, type Done, type Job } from "./workers/Job.ts"
import { replayOf } from "./world.ts"

const judged = Effect.fnUntraced(function* ({ cache, cells, folder, project, runs, traces, url }: Job) {
  Object.assign(globalThis, { [isWorker]: true })
  yield* typeStripping
  const module: { readonly default: Suite } = yield* Effect.promise(() => import(url))
  const [compiled] = compileSuites([{ suite: module.default, project }], { runs: Option.fromUndefinedOr(runs) })
  if (compiled === undefined || "issues" in compiled) return yield* Effect.die("the suite is not what it was")
  const asked = compiled.plan.cells.filter(({ id }) => cells.includes(id))
  const plan = { ...compiled.plan, cells: asked }
  const means = yield* Effect.promise(() => jsonSchemaFor([plan]))
  const options = { concurrency: 1, means, traces, stop: Effect.never }
  const { cells: verdicts } = yield* judgeCells({ ...compiled, plan }, options).pipe(
    Effect.provide(replayOf(project, folder, { ...noFlags, cache }, process.env))
  )
  return verdicts satisfies Done
})

const done = await Effect.runPromise(judged(workerData).pipe(Effect.provide(fileSystem)))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(done)
