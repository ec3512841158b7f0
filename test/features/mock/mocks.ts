/**
 * `passhat mock` as a real process, and the clients that use it.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Client, type ClientOptions, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { root, runtimes } from "../../app/project.ts"

export const passhat = join(root, "dist/doors/passhat.js")

/** A file in a folder of its own. Removed by `using`. */
export const written = (name: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-mock-"))
  const file = join(folder, name)
  writeFileSync(file, text)
  return { file, folder, [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true }) }
}

const [bun, ...before] = runtimes.bun
const argv = (args: ReadonlyArray<string>): Array<string> => [...before, passhat, "mock", ...args]

export type Protocol = NonNullable<NonNullable<ClientOptions["versionNegotiation"]>["mode"]>

/** A client on a server of its own. Both are gone after `await using`. */
export const overStdio = async (args: ReadonlyArray<string>, protocol: Protocol = "legacy") => {
  const transport = new StdioClientTransport({ command: bun, args: argv(args), stderr: "inherit" })
  const client = await connected(transport, protocol)
  return { client, [Symbol.asyncDispose]: () => client.close() }
}

/** The same over HTTP; `another` is a second client of the same server. */
export const overHttp = async (args: ReadonlyArray<string>, protocol: Protocol = "legacy") => {
  const server = await listening(args)
  const another = () => connected(new StreamableHTTPClientTransport(new URL(server.url)), protocol)
  return { client: await another(), another, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

const connected = async (transport: Transport, mode: Protocol): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

/** The server alone, once it has said where it listens. */
export const listening = async (args: ReadonlyArray<string>) => {
  const child = spawn(bun, argv([...args, "--http", "0"]), { stdio: ["ignore", "ignore", "pipe"] })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const said = await new Promise<string>((resolve) => createInterface(child.stderr).once("line", resolve))
  return {
    said,
    url: said.replace("Serving MCP on ", ""),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      child.kill()
      await exited
    }
  }
}

export interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
}

/** The wire itself: what is written to the server and read from it, line by line. */
export const wire = async (args: ReadonlyArray<string>) => {
  const child = spawn(bun, argv(args), { stdio: ["pipe", "pipe", "inherit"] })
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const send = (message: Message): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  const next = async (): Promise<Message | undefined> => {
    const { done, value } = await lines.next()
    return done === true ? undefined : JSON.parse(value)
  }
  send({ id: 0, method: "initialize", params: hello })
  await next()
  send({ method: "notifications/initialized" })
  return {
    send,
    next,
    /** Closes the client's end. */
    end: (): Promise<number | null> => {
      child.stdin.end()
      return within(PROMPT_MS, exited)
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      child.kill()
      await exited
    }
  }
}

/** Less than what a process with something left to do is given before it is ended all the same. */
const PROMPT_MS = 1_500

const within = async <A>(millis: number, work: Promise<A>): Promise<A> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not within ${millis} ms`)), millis)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
