/**
 * Limits: what a server sends and what a recording holds is bounded before it is held in memory.
 */
import { join } from "node:path"
import { root } from "../../bench/runtimes.ts"
import { everyRuntime } from "../../test/app/everyRuntime.ts"
import { emptyProject, passhatCommand } from "../../test/app/project.ts"
import { startStandin } from "../../test/standin/standin.ts"
import { type Measured, measured } from "../measured.ts"
import type { Sabotage, Soak } from "../Soak.ts"
import { importRuns, longRuns } from "./recordings.ts"

/** Of a process in MiB, and of its processor time in seconds. */
const [PEAK, SECONDS] = [512, 60]
/** Of the processor time when a run has twice as many calls. */
const GROWTH = 2.6
const NOTICES = { long: 1_000_000, short: 50_000 }
const CALLS = { long: 50_000, short: 10_000 }

/** How a recording of what the server sends has to end. */
const received: Readonly<Record<string, { readonly code: number; readonly says: RegExp }>> = {
  largeResult: { code: 2, says: /more than 16777216 bytes/ },
  endlessLine: { code: 2, says: /more than 16777216 bytes/ },
  notifications: { code: 0, says: /1 passed/ },
  deepResult: { code: 2, says: /INFRASTRUCTURE/ },
  manyTools: { code: 0, says: /1 passed/ },
  tooManyTools: { code: 2, says: /more than 10000 tools/ },
  doubledMatcher: { code: 2, says: /its references take too much work with this value/ },
  doubledArguments: { code: 2, says: /has no argument "town"/ }
}

/** How `passhat types` of what the server lists has to end. */
const listed: typeof received = {
  doubledSchema: { code: 0, says: /interface A24 \{\n {2}readonly city\?: string\n\}/ },
  nestedSchema: { code: 2, says: /nested deeper than 128 levels/ },
  doubledTypes: { code: 2, says: /lists the tool look with a schema that takes too much work to read/ }
}

const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "endlessLines",
    breaks: "a line of a server is held whatever its length",
    file: "src/engine/layers/live/mcp/lineReader.ts",
    find: "MESSAGE_LIMIT = 16 * 1024 * 1024",
    put: "MESSAGE_LIMIT = 2 ** 40"
  },
  {
    name: "uncountedTools",
    breaks: "a server may list any number of tools",
    file: "src/engine/layers/live/mcp/listTools.ts",
    find: "tools.length > TOOLS",
    put: "tools.length > 100 * TOOLS"
  },
  {
    name: "endlessNesting",
    breaks: "a schema of a tool may be nested to any depth",
    file: "src/engine/layers/live/mcp/listTools.ts",
    find: "DEEPEST = 128",
    put: "DEEPEST = 2 ** 40"
  },
  {
    name: "endlessReferences",
    breaks: "a check of a value follows the references of a schema without end",
    file: "src/language/metrics/internal/schemaWork.ts",
    find: "MOST_REFERENCES = 1_000_000",
    put: "MOST_REFERENCES = 2 ** 40"
  },
  {
    name: "reread",
    breaks: "the schema of a tool's arguments is read again at each reference",
    file: "src/language/gates/offered/argumentPaths.ts",
    find: "if (known.has(path.length)) return known.get(path.length)",
    put: ""
  },
  {
    name: "mergedAgain",
    breaks: "a schema that is referred to twice is merged twice",
    file: "src/features/types/allOf.ts",
    find: "merge.done.has(target.pointer) ? true : target.schema",
    put: "target.schema"
  },
  {
    name: "endlessTypes",
    breaks: "types are written however many a schema asks for",
    file: "src/features/types/pointer.ts",
    find: "MOST_READ = 100_000",
    put: "MOST_READ = 2 ** 40"
  }
]

export const soak: Soak = {
  name: "limits",
  promise: `Results of 100 MB, lines without an end, a million notifications, ten thousand tools, schemas that double at each level and runs of 100,000 calls are taken or refused with a sentence in ${PEAK} MiB and ${SECONDS} s of processor time, which grows with the size and not with its square.`,
  trials: "processes that were given too much",
  sabotages,
  run: async ({ long, say }) => {
    const trials: Array<readonly [name: string, measured: Measured, offences: ReadonlyArray<string>]> = []
    const look = (name: string, of: Measured, code: number, says: RegExp): void => {
      const offences = [
        ...(of.code === code && says.test(of.output) ? [] : [`it ended with ${of.code}: ${of.output.slice(-400)}`]),
        ...(of.peak <= PEAK ? [] : [`it took ${of.peak} MiB`]),
        ...(of.seconds <= SECONDS ? [] : [`it took ${of.seconds.toFixed(1)} s of processor time`])
      ]
      trials.push([name, of, offences.map((what) => `${name}: ${what}.`)])
      say(`${name}: ${of.peak} MiB, ${of.seconds.toFixed(1)} s`)
    }
    for (const runtime of long ? everyRuntime : (["bun"] as const)) {
      for (const [kind, { code, says }] of Object.entries(received)) {
        look(`${kind} on ${runtime}`, await recorded(runtime, kind, long), code, says)
      }
      for (const [kind, { code, says }] of Object.entries(listed)) {
        const command = `node ${join(import.meta.dirname, "server.js")} ${kind}`
        look(
          `${kind} on ${runtime}`,
          await measured(passhatCommand(runtime, ["types", "--server", command]), root),
          code,
          says
        )
      }
      const calls = CALLS[long ? "long" : "short"]
      const [once, twice] = [await judged(runtime, calls), await judged(runtime, 2 * calls)]
      look(`${calls} calls on ${runtime}`, once, 0, /2 passed/)
      look(`${2 * calls} calls on ${runtime}`, twice, 0, /2 passed/)
      const grows = twice.seconds / once.seconds
      if (!(grows <= GROWTH)) trials.push(["growth", twice, [`Twice the calls take ${grows} times as long.`]])
    }
    return {
      tried: trials.length,
      offences: trials.flatMap(([, , offences]) => offences),
      figures: {
        "largest peak": `${Math.max(...trials.map(([, { peak }]) => peak))} MiB`,
        "longest processor time": `${Math.max(...trials.map(([, { seconds }]) => seconds)).toFixed(1)} s`
      }
    }
  }
}

type Runtime = (typeof everyRuntime)[number]

const recorded = async (runtime: Runtime, kind: string, long: boolean): Promise<Measured> => {
  using user = emptyProject({})
  const standin = await startStandin({
    scripts: () => [{ turns: [{ calls: [{ server: "large", name: "look", args: {} }] }, { text: "Done." }] }]
  })
  const suite = join(import.meta.dirname, "suite.ts")
  const args = ["run", suite, "--record", "--verbose", "--cassettes", join(user.folder, "cassettes")]
  const env = {
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: standin.url,
    LIMIT: kind,
    NOTICES: String(NOTICES[long ? "long" : "short"])
  }
  const ended = await measured(passhatCommand(runtime, args), root, env)
  await standin.close()
  return ended
}

/** Two runs of so many calls. */
const judged = async (runtime: Runtime, calls: number): Promise<Measured> => {
  using user = emptyProject({ "package.json": `{ "type": "module" }\n` })
  await importRuns(user, longRuns(2, calls))
  return await measured(passhatCommand(runtime, ["run"]), user.folder)
}
