/**
 * What a process holds more of after each run, save or update, beside what it may.
 */
import { growthOf, type Measured } from "./growth.ts"
import type { Lived } from "./liveRuns.ts"

const measures: ReadonlyArray<Measured> = ["memory", "descriptors", "watches", "listeners", "processes", "files"]

export interface Watched extends Lived {
  /** What was done again and again: "run". */
  readonly unit: string
  /** "10000 runs on node". */
  readonly whole: string
  /** What one unit may add over the noise. */
  readonly most: (what: Measured) => number
}

export interface Grown {
  /** How many units were done. */
  readonly done: number
  readonly offences: ReadonlyArray<string>
  /** Bytes a unit, with the noise. Undefined if it was measured too seldom. */
  readonly memory?: string
}

export const grown = ({ most, problem, samples, unit, whole }: Watched): Grown => {
  const done = samples.at(-1)?.done ?? 0
  const broken = problem === undefined ? [] : [`${whole}: ${problem}`]
  if (samples.length < 6) {
    return { done, offences: [...broken, `${whole}: it was measured ${samples.length} times only.`] }
  }
  const growths = measures.map((what) => ({ what, ...growthOf(samples, what) }))
  const over = growths.filter(({ noise, slope, what }) => slope - noise > most(what))
  const memory = growths.find(({ what }) => what === "memory")!
  return {
    done,
    offences: [
      ...broken,
      ...over.map((one) => `${whole}: ${one.what} grow by ${shown(one)} a ${unit}, and may by ${most(one.what)}.`)
    ],
    memory: shown(memory)
  }
}

const shown = ({ noise, slope }: { readonly noise: number; readonly slope: number }): string =>
  `${digits(slope)} ± ${digits(noise)}`

const digits = (number: number): string => String(Number(number.toPrecision(3)))
