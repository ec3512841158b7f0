/**
 * Drivers: the agent under test may be the user's own, in this process or in another.
 */
import type { Drive } from "../domain/Driver.ts"

/** A recording keeps the name, the version and the sources of its driver, and is stale once any of them has changed. */
export interface Driver {
  readonly name: string
  readonly version: string
  readonly drive?: Drive
  readonly command?: ReadonlyArray<string>
  /** Files and globs of its code, relative to the project. */
  readonly sources?: ReadonlyArray<string>
}

/**
 * An agent as a function of its session: async, or an Effect. It returns its final response. `sources` are globs of the files
 * of its code, relative to the project: a change of any of them makes its recordings stale.
 *
 * ```ts
 * const ask: Drive = async ({ call, prompt }) => {
 *   const { is_error } = await call("weather/get_weather", { city: prompt })
 *   return is_error ? "I found nothing." : "It is clear."
 * }
 * const asker = driver("asker", "1", ask, { sources: ["agents/*.ts"] })
 *
 * agent("asks", { driver: asker, servers: [weather], prompt: "Rome" })
 * ```
 */
export const driver = (
  name: string,
  version: string,
  drive: Drive,
  { sources }: { readonly sources?: ReadonlyArray<string> } = {}
): Driver => Object.freeze({ name, version, drive, ...(sources !== undefined && { sources }) })

/**
 * An agent in another process, in any language. Its environment has the task in PASSHAT_PROMPT and PASSHAT_SYSTEM, and an MCP
 * endpoint with its tools in PASSHAT_MCP_URL; what it prints is its final response. Files of the project that its arguments
 * name are sources of it, beside those that `sources` names.
 *
 * ```ts
 * agent("asks", {
 *   driver: command(["python", "agent.py"], { version: "2" }),
 *   servers: [weather],
 *   prompt: "What is the weather in Rome?"
 * })
 * ```
 */
export const command = (
  argv: ReadonlyArray<string>,
  { name = argv.join(" "), sources, version = "1" }: CommandOptions = {}
): Driver => Object.freeze({ name, version, command: argv, ...(sources !== undefined && { sources }) })

interface CommandOptions {
  readonly name?: string
  readonly version?: string
  readonly sources?: ReadonlyArray<string>
}
