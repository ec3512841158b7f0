/**
 * Folders in which outputs are made: projects of the same suites at other places, with the recordings as they are or with shuffled keys.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { project } from "../../test/app/project.ts"
import { shuffledRecording } from "./shuffled.ts"

export interface Place {
  readonly name: string
  readonly cwd: string
  /** From `cwd` to the folder of the project. */
  readonly toProject: string
}

export type PlaceName = "first" | "elsewhere" | "below"

export interface Places extends Readonly<Record<PlaceName, Place>>, Disposable {
  /** Throws the dice for the order of all keys. */
  readonly shuffle: () => void
}

const BELOW = "deeper/still"

/** A recording that takes longer to tell of than others take to judge: completed last, it is still the first of its suite. */
const MISSING = "cassettes/chaos/plans-a-picnic-hang-weather.get_weather"

/** For one process at a time, since outputs are files here. Removed by `using`. */
export const places = (seed: number, report: string): Places => {
  const [plain, other] = [project(), project()]
  for (const user of [plain, other]) {
    user.write("report.json", report)
    rmSync(join(user.folder, MISSING), { recursive: true })
  }
  mkdirSync(join(other.folder, BELOW), { recursive: true })
  const dice = diceOf(seed)
  return {
    first: { name: "a project", cwd: plain.folder, toProject: "" },
    elsewhere: { name: "another project with shuffled recordings", cwd: other.folder, toProject: "" },
    below: {
      name: "a folder of another project with shuffled recordings",
      cwd: join(other.folder, BELOW),
      toProject: "../../"
    },
    shuffle: (): void => shuffleBelow(join(other.folder, "cassettes"), dice),
    [Symbol.dispose]: (): void => {
      plain[Symbol.dispose]()
      other[Symbol.dispose]()
    }
  }
}

const shuffleBelow = (folder: string, dice: Dice): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(file, shuffledRecording(readFileSync(file, "utf8"), dice))
  }
}
