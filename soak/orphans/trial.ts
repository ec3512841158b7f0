/**
 * One ending of a real suite with real processes, and what is left of it.
 */
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { start, type Started } from "../../test/app/project.ts"
import { eventually, marked, newMark } from "../../test/processes.ts"
import { type Ending } from "./endings.ts"
import { type Kind, kinds } from "./kinds.ts"
import { childrenOf, remaining, type Watched } from "./processes.ts"

export interface Trial {
  readonly kind: Kind
  readonly ending: Ending
  readonly runtime: "bun" | "deno" | "node"
}

export interface Ended {
  readonly offences: ReadonlyArray<string>
  /** From the last signal to the exit; undefined for what ends by itself. */
  readonly exitMs: number | undefined
  /** From the exit to the end of the last process. */
  readonly goneMs: number
}

/** How long anything may take that must happen: far more than it takes. */
const PATIENCE_MS = 30_000
/** Processes that are left after so long are left for ever. */
const GONE_MS = 5000

export const tryEnding = async (trial: Trial): Promise<Ended> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-orphans-"))
  const temporary = join(folder, "tmp")
  mkdirSync(temporary)
  try {
    const ended = await endOnce(trial, folder, temporary)
    const left = readdirSync(temporary)
    return {
      ...ended,
      offences: [...ended.offences, ...(left.length === 0 ? [] : [`${left.join(", ")} is left in TMPDIR`])].map(
        (offence) => `${trial.kind.name}, ${trial.ending.name}, ${trial.runtime}: ${offence}.`
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const endOnce = async ({ ending, kind, runtime }: Trial, folder: string, temporary: string): Promise<Ended> => {
  const mark = newMark()
  const waiting = join(folder, "waiting")
  const args = ["--record", "--concurrency", "1", "--reporter", "json", "--cassettes", join(folder, "cassettes")]
  const env = { ENDING: ending.name, KIND: String(kinds.indexOf(kind)), TEST_MARK: mark, WAITING: waiting }
  const started = start("soak/orphans/suite.ts", args, {
    runtime,
    detached: true,
    env: { ...env, TMPDIR: temporary }
  })
  const { pid = 0 } = started.child
  const offences: Array<string> = []
  const exited = once(started.child, "exit").then(() => performance.now())
  const children = new Set<string>()
  const collect = setInterval(() => childrenOf(pid).forEach((child) => children.add(child)), 50)
  let signalled: number | undefined
  try {
    if (ending.signals !== undefined) {
      await eventually(
        () => existsSync(waiting) && readFileSync(waiting).length >= (kind.isAgent === true ? 1 : 0),
        PATIENCE_MS
      )
      // passhat has the mark as well. A daemon may outlive its run, and ends with the suite.
      const expected = kind.processes + 1
      await eventually(() => marked(mark).length === expected, PATIENCE_MS).catch(() =>
        offences.push(`${marked(mark).length} processes run, and not ${expected}`)
      )
      signalled = await sendSignals(started, pid, ending)
    }
    const at = await within(PATIENCE_MS, exited)
    const watched: Watched = { mark, group: pid, children }
    const gone = await eventually(() => remaining(watched).length === 0, GONE_MS).catch(() => undefined)
    if (gone === undefined) offences.push(`left after ${GONE_MS} ms: ${remaining(watched).join("; ")}`)
    offences.push(...(await offencesOf(started, ending)), ...(await openPort(kind, waiting)))
    return { offences, exitMs: signalled === undefined ? undefined : at - signalled, goneMs: gone ?? GONE_MS }
  } catch (error) {
    return {
      offences: [...offences, `${error instanceof Error ? error.message : error}`],
      exitMs: undefined,
      goneMs: 0
    }
  } finally {
    clearInterval(collect)
    for (const one of marked(mark)) kill(Number(one), "SIGKILL")
    kill(-pid, "SIGKILL")
  }
}

const sendSignals = async ({ child }: Started, pid: number, { signals = [] }: Ending): Promise<number> => {
  for (const { afterMs, group, signal } of signals) {
    // Not a timer: what else this process does would come between two signals that belong together.
    if (afterMs < 100) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, afterMs)
    else await new Promise((resume) => setTimeout(resume, afterMs))
    // A suite that has ended by then had a second signal all the same.
    if (group === true) kill(-pid, signal)
    else child.kill(signal)
  }
  return performance.now()
}

const offencesOf = async (
  { child, finished }: Started,
  { expected, status }: Ending
): Promise<ReadonlyArray<string>> => {
  const { code, stdout } = await within(PATIENCE_MS, finished)
  const seen = code ?? 128 + constants.signals[child.signalCode ?? "SIGKILL"]
  const reported = stdout === "" ? undefined : JSON.parse(stdout)
  return [
    ...(seen === expected ? [] : [`it ended with ${seen}, and not with ${expected}`]),
    ...(status === undefined || reported?.status === status
      ? []
      : [`the report is ${reported?.status}, and not ${status}`]),
    ...(reported?.verdict === "pass" && expected !== 0 ? ["the report is green"] : [])
  ]
}

/** The endpoint of an agent answers nothing once the suite has ended. */
const openPort = async ({ isAgent }: Kind, waiting: string): Promise<ReadonlyArray<string>> => {
  if (isAgent !== true || !existsSync(waiting)) return []
  const url = readFileSync(waiting, "utf8")
  return fetch(url).then(
    () => [`${new URL(url).host} still answers`],
    () => []
  )
}

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

const within = async <A>(millis: number, work: Promise<A>): Promise<A> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it did not end within ${millis} ms`)), millis)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
