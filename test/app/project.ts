/**
 * A user's project in a temporary folder, and the runtimes that run it as real processes.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import type { Runtime } from "./everyRuntime.ts"
import { resealed } from "../engine/cassette/reseal.ts"

export const root = join(import.meta.dirname, "../..")
const bin = (name: string): string => join(root, "node_modules/.bin", name)

export const runtimes = {
  bun: [bin("bun"), "run"],
  deno: [bin("deno"), "run", "-A"],
  /** Deno, with no way to reach the network, start a process or write a file. */
  sealed: [
    bin("deno"),
    "run",
    "--allow-read",
    "--allow-env",
    "--allow-sys",
    "--deny-net",
    "--deny-run",
    "--deny-write"
  ],
  /** Node 20 takes no types away: the command brings that along. */
  node: ["node", join(root, "dist/doors/passhat.js"), "run"],
  /** The command itself, for what is not `run`. */
  command: ["node", join(root, "dist/doors/passhat.js")]
} as const

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly runtime?: keyof typeof runtimes
  readonly cwd?: string
  readonly env?: { readonly [name: string]: string }
  /** Whether what is started leads a process group of its own, as in a terminal. */
  readonly detached?: boolean
}

/** Runs a file to its end. */
export const run = (file: string, args: ReadonlyArray<string> = [], options: RunOptions = {}): Finished => {
  const [command, ...before] = runtimes[options.runtime ?? "bun"]
  return toItsEnd([command, ...before, file, ...args], options)
}

/** Runs the command of the package to its end. */
export const passhatOn = (runtime: Runtime, args: ReadonlyArray<string>, options: RunOptions = {}): Finished =>
  toItsEnd(passhatCommand(runtime, args), options)

/** Starts the command of the package and goes on. */
export const startPasshat = (runtime: Runtime, args: ReadonlyArray<string>, options: RunOptions = {}): Started =>
  begin(passhatCommand(runtime, args), options)

/** The program and all of its arguments. */
export const passhatCommand = (runtime: Runtime, args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(runtime === "node" ? ["node"] : runtimes[runtime]),
  join(root, "dist/doors/passhat.js"),
  ...args
]

/** Runs Node itself to its end. */
export const nodeOn = (args: ReadonlyArray<string>, options: RunOptions = {}): Finished =>
  toItsEnd(["node", ...args], options)

const toItsEnd = ([command = "", ...args]: ReadonlyArray<string>, options: RunOptions): Finished => {
  const { status, stderr, stdout } = spawnSync(command, args, {
    ...surroundings(options),
    encoding: "utf8",
    maxBuffer: 1 << 28
  })
  return { code: status, stdout, stderr }
}

export interface Started {
  readonly child: ChildProcess
  /** No code where a signal ended it. */
  readonly finished: Promise<Finished>
}

/** Starts a file and goes on, so that what it asks of this process can be answered, or it can be sent a signal. */
export const start = (file: string, args: ReadonlyArray<string> = [], options: RunOptions = {}): Started => {
  return begin([...runtimes[options.runtime ?? "bun"], file, ...args], options)
}

/** Starts a program and goes on. */
export const begin = ([command = "", ...args]: ReadonlyArray<string>, options: RunOptions): Started => {
  const child = spawn(command, args, {
    ...surroundings(options),
    detached: options.detached ?? false,
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { child, finished: finishOf(child) }
}

/** Everything that a process says, once it has said it all. */
export const finishOf = (child: ChildProcessByStdio<null, Readable, Readable>): Promise<Finished> => {
  const stdout: Array<Buffer> = []
  const stderr: Array<Buffer> = []
  child.stdout.on("data", (chunk) => stdout.push(chunk))
  child.stderr.on("data", (chunk) => stderr.push(chunk))
  return new Promise((resolve) =>
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") })
    )
  )
}

/** Nothing of the caller's own CI, colours, mode, keys and providers reaches a file. */
export const surroundings = ({ cwd = root, env }: RunOptions) => ({
  cwd,
  env: {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !callers.test(name))),
    PASSHAT_CACHE: join(tmpdir(), "passhat-cache-of-tests"),
    ...env
  }
})

const callers = /^(?:CI|FORCE_COLOR|NO_COLOR|PASSHAT_MODE|GITHUB_STEP_SUMMARY|(?:ANTHROPIC|OPENAI)_.*)$/

/** The shipped suites and cassettes in a project of their own, with passhat installed. Removed by `using`. */
export const project = () => {
  const user = emptyProject({ "package.json": `{ "type": "module" }\n` })
  for (const part of ["suites", "cassettes"]) cpSync(join(root, part), join(user.folder, part), { recursive: true })
  return user
}

/** A project of these files, with passhat and all that it is developed with installed. Removed by `using`. */
export const emptyProject = (files: { readonly [path: string]: string }) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-"))
  mkdirSync(join(folder, "node_modules"))
  for (const name of readdirSync(join(root, "node_modules"))) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name))
  }
  symlinkSync(root, join(folder, "node_modules/passhat"))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  return {
    folder,
    edit: (file: string, change: (text: string) => string): void =>
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8"))),
    /** With the checksums that the edited recording should have. */
    editRecording: (file: string, change: (text: string) => string): void =>
      writeFileSync(join(folder, file), resealed(change(readFileSync(join(folder, file), "utf8")))),
    write,
    read: (file: string): string => readFileSync(join(folder, file), "utf8"),
    run: (file: string, args?: ReadonlyArray<string>, options?: RunOptions): Finished =>
      run(join(folder, file), args, { cwd: folder, ...options }),
    start: (file: string, args?: ReadonlyArray<string>, options?: RunOptions): Started =>
      start(join(folder, file), args, { cwd: folder, ...options }),
    [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true })
  }
}
