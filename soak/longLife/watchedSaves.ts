/**
 * Saves of a suite under `--watch`, each of which also moves what the suite imports to another folder. The old folder stays:
 * the kernel itself would end the watch of one that is removed.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { dirname } from "node:path"
import { watching } from "../../test/features/watch/watching.ts"
import { green, trips } from "../../test/app/select/trips.ts"
import type { Lived } from "./liveRuns.ts"
import { place, type Runtime, startPasshat } from "./process.ts"

export const watchedSaves = async (runtime: Runtime, saves: number, every: number): Promise<Lived> => {
  using its = place()
  using user = trips({ walks: green })
  const file = "suites/trips.ts"
  const part = (number: number): string => user.at(`suites/parts/${number}/part.ts`)
  const move = (number: number): void => {
    mkdirSync(dirname(part(number)), { recursive: true })
    writeFileSync(part(number), `export const part = ${number}\n`)
    user.edit(file, (text) => `import "./parts/${number}/part.ts"\n${text.replace(/^import "\.\/parts.*\n/, "")}`)
  }
  const started = startPasshat(runtime, ["run", file, "--watch"], user.surroundings.cwd, its.env)
  const watch = watching(started)
  try {
    await watch.report()
    for (let number = 1; number <= saves; number++) {
      move(number)
      await watch.report()
      if (number % every === 0) await measured(its.asked, number)
    }
    const { code } = await watch.end("SIGINT")
    return { samples: its.samples(), ...(code !== 130 && { problem: `the watch ended with ${code}` }) }
  } catch (error) {
    started.child.kill("SIGKILL")
    return { samples: its.samples(), problem: String(error) }
  }
}

/** Asks the process for a sample, and waits until it has written it. */
export const measured = async (asked: string, number: number): Promise<void> => {
  writeFileSync(asked, String(number))
  while (existsSync(asked)) await setTimeout(10)
}
