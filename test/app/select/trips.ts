/**
 * A project whose suite has several agents, each replayed from a copy of one recording: green, red or with the verbs of
 * the test.
 */
import { cpSync, mkdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Finished, project, root, run, type RunOptions } from "../project.ts"

const passhat = join(root, "dist/doors/passhat.js")
const recording = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

export const green = "expect('tool_results[0].is_error', equals(false))"
export const red = "expect('tool_results[0].is_error', equals(true))"

/** The verbs that each agent is piped through, by its name. */
export type Agents = Readonly<Record<string, string>>

export const trips = (agents: Agents) => {
  const user = project()
  const at = (file: string): string => join(user.folder, file)
  /** Writes `suites/<suite>.ts` alone. */
  const rewrite = (suite: string, named: Agents): void => user.write(`suites/${suite}.ts`, source(suite, named))
  /** Writes a recording for each of the agents, then their suite. */
  const write = (suite: string, named: Agents): void => {
    for (const name of Object.keys(named)) {
      const copy = `cassettes/${suite}/${name}/claude-sonnet-4-5.jsonl`
      mkdirSync(dirname(at(copy)), { recursive: true })
      cpSync(at(recording), at(copy))
      user.editRecording(copy, (text) =>
        text.replaceAll("asks for the weather", name).replace('"suite":"weather"', `"suite":"${suite}"`)
      )
    }
    rewrite(suite, named)
  }
  write("trips", agents)
  const surroundings = { cwd: user.folder, env: { PASSHAT_CACHE: at("cache") } }
  return {
    ...user,
    at,
    rewrite,
    write,
    /** Writes a file of any text. */
    put: user.write,
    remove: (path: string): void => rmSync(at(path), { recursive: true }),
    surroundings,
    passhat: (args: ReadonlyArray<string>, { env, ...options }: RunOptions = {}): Finished =>
      run(passhat, args, { ...surroundings, ...options, env: { ...surroundings.env, ...env } })
  }
}

const source = (suite: string, agents: Agents): string => `
import { agent, equals, expect, main, only, runs, skip, suite, tags } from "passhat"
import { weather } from "./servers/weather.ts"

const asks = (name: string) =>
  agent(name, {
    model: "claude-sonnet-4-5",
    servers: [weather],
    prompt: "What is the weather in Sacramento, now and tomorrow?",
    callTimeout: "2 seconds"
  }).pipe(runs(5))

const its = suite("${suite}", ${Object.entries(agents)
  .map(([name, verbs]) => `asks("${name}").pipe(${verbs})`)
  .join(", ")})

export default its
await main(import.meta, its)
`
