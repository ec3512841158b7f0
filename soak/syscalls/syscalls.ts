/**
 * Real recorders that are killed, or get an error, at every system call that touches the folder of cassettes.
 */
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { CASSETTE, inspect, inspectEnd, isBegun, isRecorded, textOf } from "../recording/inspect.ts"
import { inPlace, readableByAll } from "../recording/sabotages.ts"
import * as Space from "../recording/workspace.ts"
import type { Soak } from "../Soak.ts"
import { type Injection, straceProblem, syscalls, traced } from "./strace.ts"

const LANES = 2
/** Of this process, in which a recording goes on. */
const UMASK = process.umask()

export const soak: Soak = {
  name: "syscalls",
  promise:
    "A recorder that is killed at any of its system calls on the folder of cassettes, or for which any of them fails with ENOSPC or EIO, loses no run that was kept and leaves the old cassette or the whole new one.",
  trials: "system calls with an injected kill or error",
  sabotages: [inPlace, readableByAll],
  run: async ({ long, say, seed }) => {
    const leftOut = straceProblem()
    if (leftOut !== undefined) return { tried: 0, offences: [], leftOut }
    using program = await Space.recorderProgram()
    const whole = await Space.wholeCassette()
    const waiting = [...(await injectionsOf(program.path, long ? undefined : diceOf(seed)))]
    say(`${waiting.length} injections`)
    const offences: Array<string> = []
    let [tried, missed] = [0, 0]
    const lane = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { isHit, offences: found } = await tryInjection(program.path, whole, next)
        if (isHit) tried += 1
        else missed += 1
        offences.push(...found.map((what) => `${next.what} at ${next.syscall} ${next.when}: ${what}.`))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    return { tried, offences, figures: { "injections that met a call outside of the folder": missed } }
  }
}

/** Every call that an uninterrupted recorder makes in its thread for files; of each kind two, if dice are given. */
const injectionsOf = async (program: string, dice?: Dice): Promise<ReadonlyArray<Injection>> => {
  using space = Space.workspace()
  await Space.recordOld(space, UMASK)
  const { calls } = await traced(space, { program, mode: "all", umask: UMASK })
  const thread = calls.findLast(({ syscall }) => syscall === "fsync")?.thread
  return syscalls.flatMap((syscall) => {
    const count = calls.filter((call) => call.syscall === syscall && call.thread === thread).length
    const all = Array.from({ length: count }, (_, at) => at + 1)
    const chosen = dice === undefined || count < 3 ? all : [1 + dice(count - 2), count - 1]
    return chosen.flatMap((when) => kindsOf(syscall).map((what): Injection => ({ syscall, what, when })))
  })
}

/** A close that fails has closed, and is not reported by any system. */
const kindsOf = (syscall: Injection["syscall"]): ReadonlyArray<Injection["what"]> =>
  syscall === "close"
    ? ["signal=KILL"]
    : ["openat", "write", "pwrite64", "link", "rename"].includes(syscall)
      ? ["signal=KILL", "error=ENOSPC", "error=EIO"]
      : ["signal=KILL", "error=EIO"]

const tryInjection = async (program: string, whole: string, injection: Injection) => {
  using space = Space.workspace()
  await Space.recordOld(space, UMASK)
  const promised = { old: textOf(Space.filesIn(space), CASSETTE), whole, umask: UMASK }
  const { calls, code, said } = await traced(space, { program, mode: "all", umask: UMASK }, injection)
  const isHit =
    injection.what === "signal=KILL" ? code === null && calls.length > 0 : calls.some((call) => call.isInjected)
  const files = Space.filesIn(space)
  const error = injection.what.replace("error=", "")
  const isTold = said.includes(`(${error})`) && said.includes("cassettes/eight/runs/model.jsonl")
  const offences = [
    ...inspect(files, Space.logOf(space), promised),
    ...(code === null || !isHit || isTold || isRecorded(files, promised)
      ? []
      : [`exit code ${code}, and no message names the file and the error: ${said}`])
  ]
  if (offences.length > 0) return { isHit, offences }
  await Space.recordOn(space, isBegun(files, promised.old) ? "missing" : "all")
  const end = Space.filesIn(space)
  return { isHit, offences: [...inspect(end, Space.logOf(space), promised), ...inspectEnd(end, promised)] }
}
