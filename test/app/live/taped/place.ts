/**
 * A project with agents that bring their own client of a model, and a stand-in for the providers that can be stopped: what runs
 * afterwards has no model to ask.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { CellVerdict, Report } from "../../../../src/base/domain/verdict/Verdict.ts"
import type { Script } from "../../../../src/engine/layers/scripted/model.ts"
import { type Options, startStandin } from "../../../standin/standin.ts"
import type { Runtime } from "../../everyRuntime.ts"
import { begin, type Finished, passhatCommand, project } from "../../project.ts"

export type { Runtime } from "../../everyRuntime.ts"
const weather = (city: string, day: string) => ({ server: "weather", name: "get_weather", args: { city, day } })

/** Two calls side by side, a third, then the answer. */
export const script: Script = {
  turns: [
    { text: "I look.", calls: [weather("Sacramento", "today"), weather("Sacramento", "tomorrow")] },
    { calls: [weather("Oslo", "today")] },
    { text: "It is 21 degrees in Sacramento, and Oslo has no station." }
  ].map((turn) => ({ ...turn, usage: { input: 100, output: 10 } }))
}

/** What suites of this repository import of elsewhere is beside them in a project. */
const inProject = (text: string): string =>
  text.replace("../../../../../suites/servers", "./servers").replace("../../../../app/live/taped/suites", ".")

/** Writes the agents and the suites of a folder into a project. */
export const copyAgents = (user: Pick<ReturnType<typeof project>, "write">, from = import.meta.dirname): void => {
  for (const folder of ["agents", "suites"]) {
    for (const name of readdirSync(join(from, folder))) {
      user.write(`${folder}/${name}`, inProject(readFileSync(join(from, folder, name), "utf8")))
    }
  }
}

/** A key that must be in no file and no output. */
export const CANARY = "sk-ant-canary-0123456789abcdef0123456789"

/** Gone with its folder and its stand-in by `await using`. */
export const place = (suite: string, options: Partial<Options> = {}) => {
  const user = project()
  copyAgents(user)
  // Starts sooner than Node.
  user.edit("suites/servers/weather.ts", (text) => text.replace('"node"', '"node_modules/.bin/bun"'))
  user.write("screenServer.js", readFileSync(join(import.meta.dirname, "../screenServer.js"), "utf8"))
  return placeIn(user, suite, options)
}

/** The same for a project that has its files already. */
export const placeIn = async (user: ReturnType<typeof project>, suite: string, options: Partial<Options> = {}) => {
  const standin = await startStandin({ scripts: () => [script], ...options })
  const env = {
    ANTHROPIC_BASE_URL: standin.url,
    OPENAI_BASE_URL: `${standin.url}/v1`,
    ANTHROPIC_API_KEY: CANARY,
    OPENAI_API_KEY: CANARY
  }
  const run = (runtime: Runtime, flags: ReadonlyArray<string>, more: Record<string, string> = {}): Promise<Finished> =>
    begin(passhatCommand(runtime, ["run", `suites/${suite}.ts`, ...flags]), { cwd: user.folder, env: more }).finished
  return {
    ...user,
    url: standin.url,
    requests: standin.requests,
    stop: () => standin.close(),
    /** Everything is recorded with the stand-in. */
    record: (runtime: Runtime = "bun", more: Record<string, string> = {}, flags: ReadonlyArray<string> = []) =>
      run(runtime, ["--record", ...flags], { ...env, ...more }),
    /** The agents run again. There is no key and no address of a provider. */
    again: (runtime: Runtime = "bun", more: Record<string, string> = {}, flags: ReadonlyArray<string> = []) =>
      run(runtime, ["--live-agent", "--reporter", "json", ...flags], more),
    run,
    /** The text of all recordings of the suite. */
    cassettes: (): string =>
      readdirSync(join(user.folder, "cassettes", suite), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => user.read(`cassettes/${suite}/${name}`))
        .join(""),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await standin.close()
      user[Symbol.dispose]()
    }
  }
}

/** The cells of a json report, by name. */
export const cellsOf = ({ stderr, stdout }: Finished): Readonly<Record<string, CellVerdict>> => {
  if (!stdout.startsWith("{")) throw new Error(stdout + stderr)
  const report: Report = JSON.parse(stdout)
  return Object.fromEntries(report.suites.flatMap(({ cells }) => cells.map((cell) => [cell.name, cell])))
}
