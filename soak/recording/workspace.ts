/**
 * A folder of cassettes with the log of its recorders, and the invariants of its files.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Recording } from "../../src/domain/Cassette.ts"
import { type Mode, parseJournal } from "../../src/layers/record/journal.ts"
import { parseCassette } from "../../test/cassette/parse.ts"
import { cell, record } from "./eightRuns.ts"

/** Removed by `using`. */
export const workspace = () => {
  const directory = mkdtempSync(join(tmpdir(), "passhat-"))
  const folder = join(directory, "cassettes/eight/runs")
  mkdirSync(folder, { recursive: true })
  return {
    directory: join(directory, "cassettes"),
    /** Where the cassette lies. */
    folder,
    cassette: join(folder, "model.jsonl"),
    journal: join(folder, "model.jsonl.journal"),
    log: join(directory, "log"),
    [Symbol.dispose]: (): void => rmSync(directory, { recursive: true, force: true })
  }
}
export type Workspace = Omit<ReturnType<typeof workspace>, typeof Symbol.dispose>

/** Records the cell in this process. */
export const recordHere = ({ directory }: Workspace, take: string) =>
  Effect.runPromise(record({ directory, mode: "all", take, asked: () => {}, seen: () => {} }))

export interface Recorder {
  /** Says go, once it is ready. */
  readonly go: () => void
  /** Or ended already. */
  readonly ready: Promise<unknown>
  readonly kill: () => void
  /** No code where it was killed. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>
}

/** The recorder in one file, since it starts often. */
export const buildRecorder = async (outdir: string): Promise<string> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dirname, "recorder.ts")],
    target: "bun",
    outdir
  })
  return outputs[0]?.path ?? ""
}

/** Starts a recorder as a process of its own. */
export const startRecorder = (program: string, { directory, log }: Workspace, mode: Mode, take: string): Recorder => {
  const child = spawn(process.execPath, ["run", program, directory, log, mode, take])
  let said = ""
  child.stderr.on("data", (chunk) => (said += String(chunk)))
  child.stdin.on("error", () => {})
  const ended: Recorder["ended"] = new Promise((resolve) => child.once("close", (code) => resolve({ code, said })))
  return {
    go: () => child.stdin.write("go\n"),
    ready: Promise.race([new Promise((ready) => child.stdout.once("data", ready)), ended]),
    kill: () => child.kill("SIGKILL"),
    ended
  }
}

/** What a kill leaves must be whole, must hold every run that was kept, and of those none was performed again. */
export const inspect = ({ cassette, journal, log }: Workspace, old: string | undefined): void => {
  const kept = new Set<string>()
  for (const line of linesOf(log)) {
    const [what = "", , index = ""] = line.split(" ")
    if (what === "kept") kept.add(index)
    else assert.ok(!kept.has(index), `run ${index} was kept, and was performed again`)
  }
  const found = new Set(journaled({ journal }))
  const text = existsSync(cassette) ? readFileSync(cassette, "utf8") : old
  if (text !== old && text !== undefined) {
    const recording = Result.getOrThrow(parseCassette(cassette, text))
    assert.deepEqual(takesOf(recording), new Set(["new"]), "old and new runs are mixed")
    assert.equal(recording.runs.size, cell.runs)
    for (const index of recording.runs.keys()) found.add(String(index))
  }
  for (const index of kept) assert.ok(found.has(index), `run ${index} was kept, and is lost`)
}

/** The runs that a journal holds. */
export const journaled = ({ journal }: Pick<Workspace, "journal">): ReadonlyArray<string> => {
  if (!existsSync(journal)) return []
  const text = new TextDecoder().decode(readFileSync(journal), { stream: true })
  return [...(Result.getOrThrow(parseJournal(journal, text))?.recording.runs.keys() ?? [])].map(String)
}

const linesOf = (file: string): ReadonlyArray<string> =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : []

/** Which recordings the runs are of. */
export const takesOf = ({ runs }: Recording): ReadonlySet<string> =>
  new Set([...JSON.stringify([...runs.values()]).matchAll(/of take (\w+)/g)].map(([, take = ""]) => take))

/** How often each run was performed. */
export const performed = ({ log }: Workspace): ReadonlyArray<number> =>
  Array.from({ length: cell.runs }, (_, at) => linesOf(log).filter((line) => line === `performed new ${at + 1}`).length)

/** The text of the cassette without what differs between two recordings of the same script. */
export const lasting = ({ cassette }: Workspace): string =>
  readFileSync(cassette, "utf8")
    .replace(/"recorded_at":"[^"]*"/g, "")
    .replace(/,"latency_ms":\d+/g, "")

export const filesBeside = ({ folder }: Workspace): ReadonlyArray<string> => readdirSync(folder).toSorted()
