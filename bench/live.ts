/**
 * Live runs against a provider that answers after 50 ms: how close to the fastest possible they come, and what a run costs passhat.
 *
 * `bun run bench/live.ts [--runtime bun] [--runs 2000] [--concurrency 16]` prints one line of JSON. The first tenth of the runs is warm-up.
 * Theory is the time of the answers alone: two for each run, as many at once as may be. `--unrecorded` keeps nothing, so that no run waits
 * for the disk. `--memory` measures growth instead, which stops everything to collect garbage and so says nothing of speed.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { growthOf } from "../soak/longLife/growth.ts"
import { place, type Runtime, startPasshat } from "../soak/longLife/process.ts"
import { load } from "./measure/machine.ts"
import { bin, root } from "./runtimes.ts"

const ANSWER_MS = 50
const ANSWERS = 2
const WORKLOAD = join(import.meta.dirname, "workload/live")

interface Note {
  readonly done: number
  readonly wallMs: number
  readonly processorMs: number
}

const { values } = parseArgs({
  options: {
    runtime: { type: "string", default: "bun" },
    runs: { type: "string", default: "2000" },
    concurrency: { type: "string", default: "16" },
    unrecorded: { type: "boolean", default: false },
    memory: { type: "boolean", default: false }
  }
})
const [runs, concurrency] = [Number(values.runs), Number(values.concurrency)]

const provider = spawn(bin("bun"), ["run", join(WORKLOAD, "provider.ts")], {
  env: { ...process.env, ANSWER_MS: String(ANSWER_MS) },
  stdio: ["ignore", "pipe", "inherit"]
})
const [address] = (await once(provider.stdout, "data")) as [Buffer]
using its = place()
const noted = join(its.folder, "noted")
const { finished } = startPasshat(
  values.runtime as Runtime,
  [
    "run",
    join(WORKLOAD, "suite.ts"),
    "--quiet",
    "--concurrency",
    String(concurrency),
    ...(values.unrecorded ? [] : ["--record", "--cassettes", join(its.folder, "cassettes")])
  ],
  root,
  {
    ...its.env,
    ...(values.unrecorded && { PASSHAT_MODE: "live" }),
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: String(address).trim(),
    NOTED: noted,
    RUNS: String(runs),
    WARM: String(Math.max(concurrency, Math.round(runs / 10))),
    EVERY: String(values.memory ? Math.round(runs / 20) : 0)
  }
)
const { code, stderr } = await finished
provider.kill()
if (code !== 0) throw new Error(`passhat ended with ${code}: ${stderr.slice(-500)}`)

const [warm, last] = readFileSync(noted, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Note) as [Note, Note]
const counted = last.done - warm.done
const theoryMs = (counted * ANSWERS * ANSWER_MS) / concurrency
const samples = its.samples()
console.log(
  JSON.stringify({
    runtime: values.runtime,
    recorded: !values.unrecorded,
    runs: counted,
    ...(values.memory
      ? {
          bytesPerRun: Math.round(growthOf(samples, "memory").slope),
          bytesNoise: Math.round(growthOf(samples, "memory").noise),
          descriptorsPerRun: growthOf(samples, "descriptors").slope
        }
      : { ofTheory: (theoryMs / (last.wallMs - warm.wallMs)).toFixed(3) }),
    processorMsPerRun: ((last.processorMs - warm.processorMs) / counted).toFixed(3),
    load: load()
  })
)
