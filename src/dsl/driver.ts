/**
 * Drivers: the agent under test may be the user's own, in this process or in another.
 */
import type { Drive } from "../domain/Driver.ts"

/** A changed agent makes its recordings stale, so it says which one it is. */
export interface Driver {
  readonly name: string
  readonly version: string
  readonly drive?: Drive
  readonly command?: ReadonlyArray<string>
}

/** An agent as a function of its session: async, or an Effect. What it gives back is its final response. */
export const driver = (name: string, version: string, drive: Drive): Driver => Object.freeze({ name, version, drive })

/**
 * An agent in another process, in any language. It finds its task in PASSHAT_PROMPT and PASSHAT_SYSTEM, and its tools at
 * PASSHAT_MCP_URL; what it prints is its final response.
 */
export const command = (
  argv: ReadonlyArray<string>,
  { name = argv.join(" "), version = "1" }: { readonly name?: string; readonly version?: string } = {}
): Driver => Object.freeze({ name, version, command: argv })
