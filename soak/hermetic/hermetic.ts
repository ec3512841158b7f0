/**
 * A replay seen from outside: it asks no network, starts no program, and touches no file but its own.
 */
import { spawnSync } from "node:child_process"
import { readdirSync, realpathSync, rmSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { diceOf } from "../../bench/workload/dice.ts"
import { everyRuntime, type Runtime } from "../../test/app/everyRuntime.ts"
import { begin, emptyProject, type Finished, passhatCommand, project, root, runtimes } from "../../test/app/project.ts"
import type { Soak } from "../Soak.ts"
import { offencesIn } from "./allowed.ts"
import { attemptAgent, type SeenAgent } from "./liveAgent.ts"
import { sabotages } from "./sabotages.ts"
import { traced, withoutStrace } from "./strace.ts"

interface Trial {
  readonly suite: string
  readonly runtime: Runtime
  readonly how: "as it is" | "traced" | "without a network" | "denied"
}

const every = readdirSync(join(root, "suites")).filter((name) => name.endsWith(".ts"))

/** Not recorded, with a key for its model: what is missing may not be asked of the world. */
const UNRECORDED = "weather.ts"

/** Where no server listens. Not port 9, which some runtimes refuse to ask. Deno itself asks for a new version if it runs long enough. */
const live = {
  DENO_NO_UPDATE_CHECK: "1",
  ANTHROPIC_API_KEY: "a-key-of-a-provider",
  ANTHROPIC_BASE_URL: "http://127.0.0.1:4"
}

export const soak: Soak = {
  name: "hermetic",
  promise:
    "A replay opens no connection, starts no process, reads its project, its package and its runtime, and writes the reports that it was asked for " +
    "and the list of red cells in the user's cache: nothing else, also where a recording is missing and a key is set. With --live-agent, nothing leaves the machine.",
  trials: "replays seen from outside",
  sabotages,
  run: async ({ long, seed }) => {
    const dice = diceOf(seed)
    const others = every.filter((name) => name !== UNRECORDED)
    const suites = long ? every : [UNRECORDED, others[dice(others.length)]!]
    const [strace, unshare] = [withoutStrace(), withoutNamespaces()]
    const trials = suites.flatMap((suite) => trialsOf(suite, strace === undefined, unshare === undefined))
    using user = project()
    using home = emptyProject({})
    rmSync(join(user.folder, "cassettes", UNRECORDED.replace(".ts", "")), { recursive: true })
    const seen = await Effect.runPromise(
      Effect.forEach(
        trials,
        (trial) => Effect.promise(() => attempt(trial, realpathSync(user.folder), realpathSync(home.folder))),
        {
          concurrency: availableParallelism()
        }
      )
    )
    const agents = strace === undefined ? await inTurn(long ? everyRuntime : everyRuntime.slice(0, 1)) : []
    return {
      tried: trials.length + agents.length,
      offences: [...[...seen, ...agents].flatMap(({ offences }) => offences), ...differences(trials, seen)],
      figures: {
        "system calls looked at": [...seen, ...agents].reduce((sum, { calls }) => sum + calls, 0),
        suites: suites.length,
        "agents that ran again": agents.length
      },
      ...(strace !== undefined || unshare !== undefined
        ? { leftOut: [strace, unshare].filter((why) => why !== undefined).join(", ") }
        : {})
    }
  }
}

const inTurn = (chosen: ReadonlyArray<Trial["runtime"]>): Promise<ReadonlyArray<SeenAgent>> =>
  Effect.runPromise(Effect.forEach(chosen, (runtime) => Effect.promise(() => attemptAgent(runtime))))

const trialsOf = (suite: string, hasStrace: boolean, hasNamespaces: boolean): ReadonlyArray<Trial> => [
  ...everyRuntime.flatMap((runtime): ReadonlyArray<Trial> => [
    { suite, runtime, how: "as it is" },
    ...(hasStrace ? [{ suite, runtime, how: "traced" } as const] : []),
    ...(hasNamespaces ? [{ suite, runtime, how: "without a network" } as const] : [])
  ]),
  { suite, runtime: "deno", how: "denied" }
]

interface Seen {
  readonly output: string
  readonly offences: ReadonlyArray<string>
  readonly calls: number
}

const attempt = async ({ how, runtime, suite }: Trial, folder: string, home: string): Promise<Seen> => {
  const named = `${suite} on ${runtime}, ${how}`
  const report = join("out", `${suite}-${runtime}.json`)
  const args = [`suites/${suite}`, "--reporter=pretty", ...(how === "traced" ? [`--reporter=json=${report}`] : [])]
  const command = how === "denied" ? [...runtimes.sealed, ...args] : passhatCommand(runtime, ["run", ...args])
  const [PASSHAT_CACHE, DENO_DIR] = [join(home, "cache"), join(home, "deno")]
  const options = { cwd: folder, env: { ...live, HOME: home, PASSHAT_CACHE, DENO_DIR } }
  if (how !== "traced") {
    const run = how === "without a network" ? ["unshare", "-rn", ...command] : command
    return { output: outputOf(await begin(run, options).finished), offences: [], calls: 0 }
  }
  const { calls, ...finished } = await traced(command, options)
  const offences = offencesIn(calls, {
    cwd: folder,
    read: [folder, realpathSync(root), realpathSync(join(root, "node_modules")), programOf(command)],
    written: [PASSHAT_CACHE, join(folder, "out"), ...(runtime === "deno" ? [DENO_DIR] : [])]
  })
  return {
    output: outputOf(finished),
    offences: [
      ...offences.map((offence) => `${named} ${offence.slice(0, 300)}`),
      ...(calls.length > 100 ? [] : [`${named}: strace saw ${calls.length} calls, and a runtime makes more.`])
    ],
    calls: calls.length
  }
}

const outputOf = ({ code, stderr, stdout }: Finished): string => JSON.stringify([code, stdout, stderr])

const programOf = ([name = ""]: ReadonlyArray<string>): string =>
  realpathSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim())

/** Of the exit code and all that was printed. */
const differences = (trials: ReadonlyArray<Trial>, seen: ReadonlyArray<Seen>): ReadonlyArray<string> =>
  trials.flatMap(({ how, runtime, suite }, at) => {
    const first = trials.findIndex((one) => one.suite === suite)
    return seen[at]?.output === seen[first]?.output
      ? []
      : [
          `${suite} on ${runtime}, ${how}, prints something else than on ${trials[first]?.runtime}, ${trials[first]?.how}.`
        ]
  })

const withoutNamespaces = (): string | undefined =>
  spawnSync("unshare", ["-rn", "true"]).status === 0 ? undefined : "no unshare"
