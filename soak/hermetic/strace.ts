/**
 * What a process asks of the system, as strace sees it: its files, its sockets, and the programs that it starts.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { begin, type Finished, type RunOptions } from "../../test/app/project.ts"

export interface SystemCall {
  readonly name: string
  /** Everything that strace writes behind the name. */
  readonly text: string
  /** Files that it opened, or that it names in its arguments. */
  readonly paths: ReadonlyArray<string>
  readonly hasFailed: boolean
}

export interface Traced extends Finished {
  readonly calls: ReadonlyArray<SystemCall>
}

/** Runs a program to its end, with all of its processes. */
export const traced = async (command: ReadonlyArray<string>, options: RunOptions): Promise<Traced> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-strace-"))
  const log = join(folder, "log")
  const strace = [
    "strace",
    "-f",
    "-qq",
    "-yy",
    "-s",
    "4096",
    "-e",
    "signal=none",
    "-e",
    "trace=%network,%file",
    "-o",
    log
  ]
  const finished = await begin([...strace, ...command], options).finished
  const calls = callsIn(readFileSync(log, "utf8"))
  rmSync(folder, { recursive: true })
  return { ...finished, calls }
}

/** Why there is none here. */
export const withoutStrace = (): string | undefined =>
  spawnSync("strace", ["-f", "-qq", "-o", "/dev/null", "true"]).status === 0 ? undefined : "no strace"

/** A call that another thread interrupts is written in two lines. */
export const callsIn = (log: string): ReadonlyArray<SystemCall> => {
  const begun = new Map<string, string>()
  return log.split("\n").flatMap((line) => {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = / *<unfinished \.\.\.>$/.exec(rest)
    if (unfinished !== null) {
      begun.set(thread, rest.slice(0, unfinished.index))
      return []
    }
    const [, resumed] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? []
    return callOf(resumed === undefined ? rest : `${begun.get(thread) ?? ""}${resumed}`)
  })
}

const callOf = (line: string): ReadonlyArray<SystemCall> => {
  const [, name, text] = /^(\w+)\((.*)$/.exec(line) ?? []
  if (name === undefined || text === undefined) return []
  const [, opened] = /= \d+<([^>]*)>$/.exec(text) ?? []
  const named = [...text.matchAll(/(?:\d+|AT_FDCWD)<([^>]*)>, "([^"]*)"|"([^"]*)"/g)].map(([, folder, below, alone]) =>
    alone === undefined ? join(...(below?.startsWith("/") ? [below] : [folder ?? "", below ?? ""])) : alone
  )
  return [{ name, text, paths: opened === undefined ? named : [opened], hasFailed: / = -1 E/.test(text) }]
}
