/**
 * Who takes part: the bare script, passhat on each runtime, and the peers.
 */
import { join } from "node:path"
import type { Contestant } from "./measure/interleave.ts"
import type { Command } from "./measure/meter.ts"
import { projectOf } from "./project.ts"
import { type Runtime, runtimes, titleOf } from "./runtimes.ts"
import type { Recordings, Workload } from "./workload/write.ts"

export const LIMIT = "bare Bun script, one file a trace"
export const LIMIT_LINES = "bare Bun script, one line a trace"
export const LIMIT_PARSE = "bare Bun script that parses every line"
export const passhatOn = (runtime: Runtime): string => `passhat on ${titleOf(runtime)}`
export const weatherOn = (runtime: Runtime, detail?: string): string =>
  `${passhatOn(runtime)}, weather suite${detail === undefined ? "" : `, ${detail}`}`
export const mcpmarkOn = (runtime: Runtime, gates: McpmarkGates): string => `${passhatOn(runtime)}, ${gates}`

const script = (name: string, path: string): Command => ({
  argv: [...runtimes.Bun, join(import.meta.dirname, "limit", name), path],
  cwd: import.meta.dirname
})

const limit = (name: string, path: (work: Workload) => string): Contestant => ({
  name,
  command: (work) => script("limit.ts", path(work))
})

export const limitFiles = limit(LIMIT, ({ files }) => files)
export const limitLines = limit(LIMIT_LINES, ({ lines }) => lines)

/** A suite file as a command, in a project that has passhat installed. On Node, passhat takes the types away. */
const suite = (project: string, runtime: Runtime, file: string, flags: ReadonlyArray<string> = []): Command => ({
  argv: [
    ...runtimes[runtime],
    ...(runtime.startsWith("Node") ? ["node_modules/passhat/dist/doors/passhat.js", "run"] : []),
    file,
    ...flags
  ],
  cwd: project
})

export const passhat = (project: string, runtime: Runtime): Contestant => ({
  name: passhatOn(runtime),
  command: (work) => suite(projectOf(work, project), runtime, "suites/refunds.ts")
})

/** Where the other forms of the weather suite are in a project: their imports of the shipped gates hold there as well. */
export const WEATHER_SUITES = "bench/workload/weather"

export interface WeatherOptions {
  /** What the row says beside the runtime. */
  readonly detail?: string
  readonly flags?: ReadonlyArray<string>
  readonly file?: string
  /** The variable that names the folder of the runtime's own cache of compiled code, where that is kept between turns. */
  readonly cacheVariable?: "NODE_COMPILE_CACHE" | "DENO_DIR"
}

/** The shipped suite, on its own five runs. */
export const weather = (
  project: string,
  runtime: Runtime,
  { cacheVariable, detail, file = "suites/weather.ts", flags }: WeatherOptions = {}
): Contestant => ({
  name: weatherOn(runtime, detail ?? flags?.join(" ")),
  judgesTraces: false,
  ...(cacheVariable !== undefined && { hasCache: true }),
  command: () => ({
    ...suite(project, runtime, file, flags),
    ...(cacheVariable !== undefined && { env: { [cacheVariable]: join(project, ".cache", cacheVariable) } })
  })
})

/** Gates that every run keeps to, or gates with the bounds that they have by default, which many runs break. */
export type McpmarkGates = "all green" | "mostly red"

export const limitParse: Contestant<Recordings> = {
  name: LIMIT_PARSE,
  command: ({ folder }) => script("parse.ts", join(folder, "cassettes"))
}

export const mcpmark = (runtime: Runtime, gates: McpmarkGates): Contestant<Recordings> => ({
  name: mcpmarkOn(runtime, gates),
  ...(gates === "mostly red" && { exit: 1 }),
  command: ({ folder }) => suite(folder, runtime, `suites/${gates === "all green" ? "green" : "red"}.ts`)
})
