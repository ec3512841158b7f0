/**
 * Recorders as real processes, killed at random moments until one comes to its end.
 */
import { watch } from "node:fs"
import type { Runtime } from "../../bench/runtimes.ts"
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { CASSETTE, inspect, inspectEnd, isBegun, textOf } from "../recording/inspect.ts"
import { inPlace } from "../recording/sabotages.ts"
import * as Space from "../recording/workspace.ts"
import type { Soak } from "../Soak.ts"

const KILLS = { long: 1_000, short: 24 }
/** After so many, a recorder is left alone. */
const MOST = 8
const LANES = 3
/** Of five recordings. */
const SHARES = ["Bun", "Node", "Bun", "Deno", "Bun"] as const satisfies ReadonlyArray<Runtime>
const UMASKS = [0o022, 0o002, 0o077, 0o000]

export const soak: Soak = {
  name: "kills",
  promise:
    "A recorder that is killed with kill -9 at any moment loses no run that was kept, performs none of them again, and then records the cassette that an uninterrupted recorder would have.",
  trials: "kills of a recording process",
  sabotages: [
    inPlace,
    {
      name: "journalIgnored",
      breaks: "the journal of a recorder that was killed is ignored",
      file: "src/engine/layers/record/recover.ts",
      find: "return isFresh ? journal : undefined",
      put: "return isFresh && journal.recording.runs.size > 99 ? journal : undefined"
    }
  ],
  run: async ({ long, say, seed }) => {
    const wanted = long ? KILLS.long : KILLS.short
    using program = await Space.recorderProgram()
    const whole = await Space.wholeCassette()
    const offences: Array<string> = []
    const kills: Record<(typeof SHARES)[number], number> = { Bun: 0, Node: 0, Deno: 0 }
    const total = (): number => Object.values(kills).reduce((sum, more) => sum + more, 0)
    let recording = 0
    const lane = async (): Promise<void> => {
      while (total() < wanted) {
        const number = recording++
        const runtime = SHARES[number % SHARES.length]!
        const found = await recordedAtLast(diceOf(seed + number), program.path, whole, runtime)
        kills[runtime] += found.kills
        offences.push(...found.offences.map((what) => `Recording ${number} on ${runtime}, seed ${seed}: ${what}.`))
        if (number % 25 === 0) say(`${total()} of ${wanted} kills`)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    return {
      tried: total(),
      offences,
      figures: { recordings: recording, "kills on Node": kills.Node, "kills on Deno": kills.Deno }
    }
  }
}

/** The cassette, and what it is written to before it has its name. */
const ofCassette = /^(?:model\.jsonl|\.model\.jsonl\.[0-9a-f-]+\.tmp)$/

/** Kills recorders of one cell until one comes to its end. */
const recordedAtLast = async (dice: Dice, program: string, whole: string, runtime: Runtime) => {
  using space = Space.workspace()
  const umask = UMASKS[dice(UMASKS.length)]!
  const first = dice(2) === 0 ? "all" : "missing"
  if (first === "all") await Space.recordOld(space, umask)
  const promised = { old: textOf(Space.filesIn(space), CASSETTE), whole, umask }
  for (let kills = 0; ; kills++) {
    const mode = isBegun(Space.filesIn(space), promised.old) ? "missing" : first
    const recorder = Space.startRecorder(space, { program, mode, umask, runtime })
    await recorder.ready
    if (kills < MOST) killSomewhen(recorder, space, dice)
    recorder.go()
    const { code, said } = await recorder.ended
    const files = Space.filesIn(space)
    const offences = [
      ...inspect(files, Space.logOf(space), promised),
      ...(code === null ? [] : inspectEnd(files, promised)),
      ...(code === null || code === 0 ? [] : [`exit code ${code}: ${said}`])
    ]
    if (code !== null || offences.length > 0) {
      const isKilled = code === null
      return { kills: kills + (isKilled ? 1 : 0), offences: offences.map((what) => `after ${kills} kills ${what}`) }
    }
  }
}

/** Half of the time after a while, half of the time as something happens to the files, or to the cassette alone. */
const killSomewhen = ({ ended, kill }: Space.Started, { folder }: Space.Workspace, dice: Dice): void => {
  if (dice(2) === 0) {
    const timer = setTimeout(kill, dice(140))
    void ended.then(() => clearTimeout(timer))
  } else {
    const isCassette = dice(2) === 0
    let left = 1 + dice(isCassette ? 6 : 24)
    const watcher = watch(folder, (_, name) => {
      if ((!isCassette || ofCassette.test(name ?? "")) && --left === 0) kill()
    })
    void ended.then(() => watcher.close())
  }
}
