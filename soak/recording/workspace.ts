/**
 * A folder of cassettes with the log of its recorders, which are processes of their own.
 */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Runtime, runtimes } from "../../bench/runtimes.ts"
import type { RecordMode } from "../../src/engine/layers/record/journal.ts"
import { logging, record } from "./eightRuns.ts"
import { lasting } from "../../test/engine/cassette/lasting.ts"
import { CASSETTE, type Files, textOf } from "./inspect.ts"

/** In memory where there is such a folder: a kill loses nothing that the system has, and many are made. */
export const scratch = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** Removed by `using`. */
export const workspace = () => {
  const root = mkdtempSync(join(scratch, "passhat-"))
  const folder = join(root, "cassettes/eight/runs")
  mkdirSync(folder, { recursive: true })
  return {
    directory: join(root, "cassettes"),
    /** Where the cassette is. */
    folder,
    log: join(root, "log"),
    [Symbol.dispose]: (): void => rmSync(root, { recursive: true, force: true })
  }
}
export type Workspace = Omit<ReturnType<typeof workspace>, typeof Symbol.dispose>

/** Records everything in this process. */
const recordHere = ({ directory }: Workspace, take: string) =>
  Effect.runPromise(record({ directory, mode: "all", take, asked: () => {}, seen: () => {} }))

/** Leaves a cassette of the take "old", as a recorder with this umask would. */
export const recordOld = async (space: Workspace, umask: number): Promise<void> => {
  await recordHere(space, "old")
  chmodSync(join(space.folder, CASSETTE), 0o664 & ~umask)
}

/** What is `lasting` of an uninterrupted recording. */
export const wholeCassette = async (): Promise<string> => {
  using space = workspace()
  await recordHere(space, "new")
  return lasting(textOf(filesIn(space), CASSETTE) ?? "")
}

/** No process may change them meanwhile. */
export const filesIn = ({ folder }: Workspace): Files =>
  new Map(
    readdirSync(folder).map((name) => {
      const path = join(folder, name)
      return [name, { bytes: readFileSync(path), mode: statSync(path).mode }]
    })
  )

export const logOf = ({ log }: Workspace): ReadonlyArray<string> =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : []

/** Goes on in this process with what recorders of the take "new" left. */
export const recordOn = (space: Workspace, mode: RecordMode) => {
  const { asked, seen } = logging("new", (line) => note(space, line))
  return Effect.runPromise(record({ directory: space.directory, mode, take: "new", asked, seen }))
}

/** Adds a line of the soak itself to the log. */
export const note = ({ log }: Workspace, line: string): void => appendFileSync(log, `${line}\n`)

/** The recorder in one file for every runtime, since it starts often. Removed by `using`. */
export const recorderProgram = async () => {
  const outdir = mkdtempSync(join(scratch, "passhat-recorder-"))
  const entrypoints = [join(import.meta.dirname, "recorder.ts")]
  const { outputs } = await Bun.build({ entrypoints, outdir, target: "node", minify: true, naming: "[name].mjs" })
  return {
    path: outputs[0]?.path ?? "",
    [Symbol.dispose]: (): void => rmSync(outdir, { recursive: true, force: true })
  }
}

export interface Started {
  readonly pid: number | undefined
  /** Says go, once it is ready. */
  readonly go: () => void
  /** Or ended already. */
  readonly ready: Promise<unknown>
  readonly kill: () => void
  /** No code where it was killed. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>
}

export interface Starting {
  readonly program: string
  readonly mode: RecordMode
  readonly umask: number
  readonly runtime: Runtime
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a recorder of the take "new". */
export const startRecorder = ({ directory, log }: Workspace, starting: Starting): Started => {
  const { env, mode, program, runtime, umask } = starting
  const [command, ...args] = runtimes[runtime]
  const child = spawn(command, [...args, program, directory, log, mode, "new", String(umask)], {
    env: { ...process.env, ...env }
  })
  let said = ""
  child.stderr.on("data", (chunk) => (said += String(chunk)))
  child.stdin.on("error", () => {})
  const ended: Started["ended"] = new Promise((resolve) => child.once("close", (code) => resolve({ code, said })))
  return {
    pid: child.pid,
    go: () => child.stdin.write("go\n"),
    ready: Promise.race([new Promise((ready) => child.stdout.once("data", ready)), ended]),
    kill: () => child.kill("SIGKILL"),
    ended
  }
}
