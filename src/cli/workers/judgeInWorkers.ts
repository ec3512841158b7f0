/**
 * Judges the cells of a suite in several threads at once, where their recordings are large enough to pay for it.
 *
 * A cell is judged as it would be here, from the same bytes by the same code, so the report is the same. What a worker does
 * not bring back is judged here.
 */
import { availableParallelism } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { toRun } from "../../plan/compile.ts"
import type { CompiledSuite } from "../compileSuites.ts"
import type { RunFlags } from "../runFlags.ts"
import { folderOf } from "../folderOf.ts"
import type { Done, Job } from "./Job.ts"
import { type Load, shares, workersFor } from "./shares.ts"

/** Comes to the verdicts that the workers brought back; to none where nobody was asked. */
export const judgeInWorkers = Effect.fnUntraced(function* (suite: CompiledSuite, flags: RunFlags, traces: boolean) {
  const { plan, project, url } = suite
  if (url === undefined) return []
  const folder = folderOf(project, flags)
  const fs = yield* FileSystem.FileSystem
  const loads = yield* Effect.forEach(toRun(plan).cells, ({ id }) =>
    fs.stat(join(folder.directory, `${id}.jsonl`)).pipe(
      Effect.map(({ size }): Load => ({ id, size: Number(size) })),
      Effect.orElseSucceed((): Load => ({ id, size: 0 }))
    )
  )
  const workers = Option.getOrElse(flags.workers, () => workersFor(loads, availableParallelism()))
  if (workers < 1) return []
  const runs = Option.getOrUndefined(flags.runs)
  const jobs = shares(loads, workers).map((cells): Job => ({
    url,
    project,
    runs,
    cells,
    folder,
    cache: flags.cache,
    traces
  }))
  const done = yield* Effect.forEach(jobs, (job) => Effect.orElseSucceed(work(job), (): Done => []), {
    concurrency: "unbounded"
  })
  return done.flat()
})

/** Fails where the thread does. It ends with whoever waits for it. */
const work = (job: Job): Effect.Effect<Done, unknown> =>
  Effect.gen(function* () {
    const { Worker } = yield* Effect.promise(() => import("node:worker_threads"))
    return yield* Effect.callback<Done, unknown>((resume) => {
      const worker = new Worker(program, { workerData: job })
      worker.once("message", (done: Done) => resume(Effect.succeed(done)))
      worker.once("error", (error) => resume(Effect.fail(error)))
      worker.once("exit", () => resume(Effect.fail("it ended early")))
      return Effect.promise(() => worker.terminate())
    })
  })

/** Beside this file in src; in dist, where everything else is in chunks, an entry of its own. */
const program = import.meta.url.endsWith(".ts")
  ? new URL("../worker.ts", import.meta.url)
  : new URL("../cli/worker.js", import.meta.url)
