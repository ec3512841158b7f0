/**
 * Who takes part: the bare script, passhat on each runtime, and the peers.
 */
import { join } from "node:path"
import type { Contestant } from "./measure/interleave.ts"
import type { Command } from "./measure/meter.ts"
import { projectOf } from "./project.ts"
import { type Runtime, runtimes } from "./runtimes.ts"
import type { Workload } from "./workload/write.ts"

export const LIMIT = "bare Bun script, one file a trace"
export const LIMIT_LINES = "bare Bun script, one line a trace"
export const passhatOn = (runtime: Runtime): string => `passhat on ${runtime}`
export const weatherOn = (runtime: Runtime): string => `passhat on ${runtime}, weather suite`

const limit = (name: string, path: (work: Workload) => string): Contestant => ({
  name,
  command: (work) => ({
    argv: [...runtimes.Bun, join(import.meta.dirname, "limit/limit.ts"), path(work)],
    cwd: import.meta.dirname
  })
})

export const limitFiles = limit(LIMIT, ({ files }) => files)
export const limitLines = limit(LIMIT_LINES, ({ lines }) => lines)

/** A suite file as a command, in a project that has passhat installed. Node 20 reads no TypeScript: passhat does for it. */
const suite = (project: string, runtime: Runtime, name: string): Command => ({
  argv: [
    ...runtimes[runtime],
    ...(runtime === "Node" ? ["node_modules/passhat/dist/cli/passhat.js", "run"] : []),
    `suites/${name}.ts`
  ],
  cwd: project
})

export const passhat = (project: string, runtime: Runtime): Contestant => ({
  name: passhatOn(runtime),
  command: (work) => suite(projectOf(work, project), runtime, "refunds")
})

/** The shipped suite, on its own five runs. */
export const weather = (project: string, runtime: Runtime): Contestant => ({
  name: weatherOn(runtime),
  judgesTraces: false,
  command: () => suite(project, runtime, "weather")
})
