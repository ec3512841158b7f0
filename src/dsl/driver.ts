/**
 * Drivers: the agent under test may be the user's own, in this process or in another.
 */
import type { Drive } from "../domain/Driver.ts"

/** A recording keeps name and version of the driver, and is stale once either has changed. */
export interface Driver {
  readonly name: string
  readonly version: string
  readonly drive?: Drive
  readonly command?: ReadonlyArray<string>
}

/**
 * An agent as a function of its session: async, or an Effect. It returns its final response.
 *
 * ```ts
 * const asker = driver("asker", "1", async ({ call, prompt }) => {
 *   const { is_error } = await call("weather/get_weather", { city: prompt })
 *   return is_error ? "I found nothing." : "It is clear."
 * })
 *
 * agent("asks", { driver: asker, servers: [weather], prompt: "Rome" })
 * ```
 */
export const driver = (name: string, version: string, drive: Drive): Driver => Object.freeze({ name, version, drive })

/**
 * An agent in another process, in any language. Its environment has the task in PASSHAT_PROMPT and PASSHAT_SYSTEM, and an MCP
 * endpoint with its tools in PASSHAT_MCP_URL; what it prints is its final response.
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
  { name = argv.join(" "), version = "1" }: { readonly name?: string; readonly version?: string } = {}
): Driver => Object.freeze({ name, version, command: argv })
