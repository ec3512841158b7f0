/**
 * `passhat mcp` of the bundle as a real process, and the client of the SDK that calls it.
 */
import { Client, type ClientOptions } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Runtime } from "../../app/everyRuntime.ts"
import { passhatCommand } from "../../app/project.ts"

export interface Served {
  readonly folder: string
  readonly on?: Runtime
  readonly args?: ReadonlyArray<string>
  readonly env?: { readonly [name: string]: string }
  readonly protocol?: Protocol
}

type Protocol = NonNullable<NonNullable<ClientOptions["versionNegotiation"]>["mode"]>

export interface Answer {
  readonly text: string
  readonly isError: boolean | undefined
  readonly structured: { readonly [name: string]: unknown } | undefined
}

/** Both are gone after `await using`. */
export const served = async ({ args = [], env = {}, folder, on = "bun", protocol = "legacy" }: Served) => {
  const [command = "", ...before] = passhatCommand(on, ["mcp", ...args])
  const { HOME = "", PATH = "" } = process.env
  const transport = new StdioClientTransport({
    command,
    args: before,
    cwd: folder,
    env: { HOME, PATH, PASSHAT_CACHE: join(tmpdir(), "passhat-cache-of-tests"), ...env },
    stderr: "inherit"
  })
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: protocol } })
  const strangers: Array<Error> = []
  Object.assign(client, { onerror: (error: Error) => strangers.push(error) })
  await client.connect(transport)
  return {
    client,
    /** Whatever came over the protocol that is no message. */
    strangers,
    call: async (name: string, given: object = {}, signal?: AbortSignal): Promise<Answer> => {
      const patient = { timeout: 600_000, ...(signal !== undefined && { signal }) }
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...given } }, patient)
      const [first] = content
      return {
        text: first?.type === "text" ? first.text : "",
        isError,
        structured: structuredContent as Answer["structured"]
      }
    },
    [Symbol.asyncDispose]: () => client.close()
  }
}
