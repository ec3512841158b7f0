/**
 * Starts workers, follows them, and collects what they found.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { join } from "node:path"
import type { Progress } from "./worker.ts"

export interface Found {
  readonly tried: number
  readonly offences: ReadonlyArray<string>
  readonly refused: number
  readonly passed: number
  /** Of one worker, in MiB. */
  readonly peak: number
}

/** A worker that says nothing for so long hangs: it should have come to the next line within seconds. */
const SILENCE_MS = 180_000
/** The most memory of a worker, in MiB. */
export const MOST_MEMORY = 512

export const inProcess = async (
  seed: number,
  trials: number,
  workers: number,
  say: (line: string) => void
): Promise<Found> => {
  const share = Math.ceil(trials / workers)
  const all = await Promise.all(
    Array.from({ length: workers }, (_, at) => work(seed, at * share, Math.min(trials, (at + 1) * share), say))
  )
  return all.reduce((one, other) => ({
    tried: one.tried + other.tried,
    offences: [...one.offences, ...other.offences],
    refused: one.refused + other.refused,
    passed: one.passed + other.passed,
    peak: Math.max(one.peak, other.peak)
  }))
}

const work = async (seed: number, from: number, to: number, say: (line: string) => void): Promise<Found> => {
  const child = spawn(
    process.execPath,
    ["run", join(import.meta.dirname, "worker.ts"), ...[seed, from, to].map(String)],
    {
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  let errors = ""
  child.stderr.on("data", (chunk: Buffer) => (errors = `${errors}${chunk.toString("utf8")}`.slice(-2000)))
  const ended = new Promise<string>((resolve) =>
    child.once("close", (code, signal) => resolve(code === 0 ? "" : `exit code ${code ?? signal}`))
  )
  const offences: Array<string> = []
  let latest: Progress = { at: from, offences: [], refused: 0, passed: 0, peak: 0 }
  let silence = setTimeout(() => {}, 0)
  const listen = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => child.kill("SIGKILL"), SILENCE_MS)
  }
  listen()
  for await (const line of createInterface({ input: child.stdout })) {
    latest = JSON.parse(line) as Progress
    offences.push(...latest.offences.map((one) => `seed ${seed}, ${one}`))
    if ((latest.at - from) % 20_000 === 0) say(`${latest.at - from} of ${to - from} files`)
    listen()
  }
  const ending = await ended
  clearTimeout(silence)
  if (ending !== "") offences.push(`seed ${seed}, a trial from ${latest.at} on ends the process (${ending}): ${errors}`)
  if (latest.peak > MOST_MEMORY)
    offences.push(
      `seed ${seed}, trials ${from} to ${to}: they take ${latest.peak} MiB, and at most ${MOST_MEMORY} are allowed.`
    )
  return { tried: latest.at - from, offences, refused: latest.refused, passed: latest.passed, peak: latest.peak }
}
