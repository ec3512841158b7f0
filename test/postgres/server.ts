/**
 * A real PostgreSQL of Debian's package, in a folder of its own and on a port of its own: started by a test, and gone after it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"

const PACKAGES = "/usr/lib/postgresql"

/** Where its programs are; undefined if it is not installed. */
const bin = (existsSync(PACKAGES) ? readdirSync(PACKAGES) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(PACKAGES, version, "bin"))
  .find((folder) => existsSync(join(folder, "initdb")))

const isRoot = process.getuid?.() === 0

/** Why there is no server to test with; undefined if there is one. */
export const noPostgres: string | undefined =
  bin === undefined ? "PostgreSQL is not installed: apt-get install postgresql" : undefined

export interface PostgresServer {
  /** Of its superuser, with a password in it: no message may show it. */
  readonly url: string
  readonly port: number
  /** Makes an empty database, and gives its url. */
  readonly database: (name: string) => Promise<string>
  /** Executes statements as the superuser of a database. */
  readonly query: (url: string, text: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Ends it at once, as a crash of its machine would. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export const PASSWORD = "canary-8Wq3-password"

export interface ServerOptions {
  /** Further settings, each `name=value`. */
  readonly settings?: ReadonlyArray<string>
  /** Files that it encrypts with. */
  readonly tls?: { readonly key: string; readonly certificate: string }
}

/** PostgreSQL does not run as root: it is then started as the user `postgres` that its package made. */
export const startPostgres = async ({ settings = ["fsync=off"], tls }: ServerOptions = {}): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-postgres-"))
  if (isRoot) execFileSync("chown", ["postgres:postgres", folder])
  const data = join(folder, "data")
  const passwords = join(folder, "password")
  execFileSync(...asUser("sh", ["-c", `umask 077; printf %s '${PASSWORD}' > '${passwords}'`]))
  const initial = [
    "-D",
    data,
    "-U",
    "passhat",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwords}`,
    "--no-sync",
    "-E",
    "UTF8"
  ]
  execFileSync(...asUser(join(bin!, "initdb"), [...initial, "--locale=C"]), { stdio: "ignore" })
  if (tls !== undefined) {
    // It refuses a key that others could read, or that is not its own.
    for (const [from, to] of [
      [tls.key, "server.key"],
      [tls.certificate, "server.crt"]
    ] as const) {
      copyFileSync(from, join(folder, to))
      execFileSync("chmod", ["600", join(folder, to)])
      if (isRoot) execFileSync("chown", ["postgres:postgres", join(folder, to)])
    }
  }
  const encryption = [
    "ssl=on",
    `ssl_key_file=${join(folder, "server.key")}`,
    `ssl_cert_file=${join(folder, "server.crt")}`
  ]
  const port = await freePort()
  const urlOf = (name: string): string => `postgres://passhat:${PASSWORD}@127.0.0.1:${port}/${name}`
  const url = urlOf("postgres")
  let child: ChildProcess | undefined
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      const ending = child
      child = undefined
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return resolve()
      ending.once("exit", () => resolve())
      ending.kill(signal)
    })
  const start = async (): Promise<void> => {
    const more = [
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
      "max_connections=200",
      ...(tls === undefined ? [] : encryption),
      ...settings
    ]
    const args = ["-D", data, "-p", String(port), ...more.flatMap((one) => ["-c", one])]
    child = spawn(...asUser(join(bin!, "postgres"), args), { stdio: "ignore" })
    await answers(url)
  }
  const killed = (): void => void child?.kill("SIGQUIT")
  process.once("exit", killed)
  await start()
  return {
    url,
    port,
    database: async (name) => {
      await query(url, `CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    query,
    crash: () => end("SIGQUIT"),
    start,
    close: async () => {
      await end("SIGINT")
      process.removeListener("exit", killed)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** `setpriv` becomes the program: a signal to the child reaches the server itself, which ends with a test that is killed. */
const asUser = (program: string, args: ReadonlyArray<string>): [string, Array<string>] =>
  isRoot
    ? ["setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=QUIT", program, ...args]]
    : [program, [...args]]

const query = async (url: string, text: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  try {
    const results = [await client.query(text)].flat()
    return (results.at(-1)?.rows ?? []) as ReadonlyArray<Record<string, unknown>>
  } finally {
    await client.end()
  }
}

const answers = async (url: string): Promise<void> => {
  for (let left = 600; ; left--) {
    try {
      return void (await query(url, "SELECT 1"))
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
