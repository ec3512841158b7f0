/**
 * How fast something grows, by the samples of a process after its warm-up.
 */

export interface Sample {
  /** How many runs or saves were done. */
  readonly done: number
  /** In bytes, after a forced collection. */
  readonly memory: number
  readonly descriptors: number
  readonly watches: number
  readonly listeners: number
  readonly processes: number
  readonly files: number
}

export type Measured = Exclude<keyof Sample, "done">

export interface Growth {
  /** By one run or save: the slope of the line with the least squares. */
  readonly slope: number
  /** Three standard errors of the slope, of these very samples. */
  readonly noise: number
}

/** The first third is warm-up: modules are loaded and code is compiled. */
export const growthOf = (samples: ReadonlyArray<Sample>, what: Measured): Growth => {
  const warm = samples.slice(Math.ceil(samples.length / 3))
  const n = warm.length
  const [x, y] = [mean(warm.map(({ done }) => done)), mean(warm.map((one) => one[what]))]
  const spread = sum(warm.map(({ done }) => (done - x) ** 2))
  const slope = sum(warm.map((one) => (one.done - x) * (one[what] - y))) / spread
  const rest = sum(warm.map((one) => (one[what] - y - slope * (one.done - x)) ** 2))
  return { slope, noise: 3 * Math.sqrt(rest / Math.max(1, n - 2) / spread) }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

const mean = (numbers: ReadonlyArray<number>): number => sum(numbers) / numbers.length
