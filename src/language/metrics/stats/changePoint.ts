/**
 * Whether a pass rate has fallen, and since which sample: an e-process against "every run passes with the same chance".
 *
 * For each place k between two samples it predicts every run from the runs before it on the same side of k, by the estimator of Krichevsky
 * and Trofimov, and divides the likelihood of these predictions by the highest that one constant rate reaches. The predictions are
 * made before the run is seen, so at any one rate the quotient is a fair bet at best (universal inference: Wasserman, Ramdas and Balakrishnan,
 * 2020). The capital of 1 is divided among all k, 1 / (k (k + 1)) each. So the chance that the sum ever reaches 1 / error is at most `error`:
 * however often one looks, whatever the rate is, and also if samples end early because of what their runs were (Ville's inequality).
 */

/** One sample: how many of its runs passed and failed. */
export interface PassCount {
  readonly passes: number
  readonly fails: number
}

export interface Fall {
  /** The evidence of all places at which the rate falls, together. */
  readonly e: number
  /** The index of the first sample behind the likeliest of them. */
  readonly from: number
}

/** Enough for every purpose: larger ones differ in nothing. */
const LARGEST = 1e12

/** Undefined if the rate is higher or the same behind every place. Samples without runs have to be left out. */
export const findFall = (samples: ReadonlyArray<PassCount>): Fall | undefined => {
  const before = predictions(samples)
  const after = predictions(samples.toReversed()).toReversed()
  const total = samples.reduce(together, { passes: 0, fails: 0 })
  const constant = likelihood(total)
  let [e, from] = [0, 0]
  let most: Tiny = { m: 0, x: -Infinity }
  let left: PassCount = { passes: 0, fails: 0 }
  for (let k = 1; k < samples.length; k++) {
    left = together(left, samples[k - 1]!)
    const right = { passes: total.passes - left.passes, fails: total.fails - left.fails }
    if (right.passes * runsOf(left) >= left.passes * runsOf(right)) continue
    const capital = quotient(before[k - 1]!, after[k]!, constant, k * (k + 1))
    e += valueOf(capital)
    if (capital.x > most.x || (capital.x === most.x && capital.m > most.m)) [most, from] = [capital, k]
  }
  return from === 0 ? undefined : { e: Math.min(LARGEST, e), from }
}

/** A number outside the range of doubles: `m` times BASE to the power `x`. */
interface Tiny {
  readonly m: number
  readonly x: number
}

/** 2 to the power of 256: scaling by it is exact. */
const BASE = 1.157920892373162e77

const runsOf = ({ fails, passes }: PassCount): number => passes + fails

const together = (one: PassCount, other: PassCount): PassCount => ({
  passes: one.passes + other.passes,
  fails: one.fails + other.fails
})

/** For each sample, the likelihood of the predictions of all runs up to its last. */
const predictions = (samples: ReadonlyArray<PassCount>): ReadonlyArray<Tiny> => {
  let [m, x, passed, failed] = [1, 0, 0, 0]
  return samples.map(({ fails, passes }) => {
    for (let run = 0; run < passes + fails; run++) {
      const isPass = run < passes
      m *= ((isPass ? passed : failed) + 0.5) / (passed + failed + 1)
      if (isPass) passed += 1
      else failed += 1
      if (m < 1 / BASE) [m, x] = [m * BASE, x - 1]
    }
    return { m, x }
  })
}

/** Of all runs at the one rate that makes them likeliest. */
const likelihood = ({ fails, passes }: PassCount): Tiny => {
  let [m, x] = [1, 0]
  for (let run = 0; run < passes + fails; run++) {
    m *= (run < passes ? passes : fails) / (passes + fails)
    if (m < 1 / BASE) [m, x] = [m * BASE, x - 1]
  }
  return { m, x }
}

/** With an `m` from 1 up to BASE, so that two of them can be compared. */
const quotient = (one: Tiny, other: Tiny, by: Tiny, parts: number): Tiny => {
  let [m, x] = [(one.m * other.m) / by.m / parts, one.x + other.x - by.x]
  while (m >= BASE) [m, x] = [m / BASE, x + 1]
  while (m < 1) [m, x] = [m * BASE, x - 1]
  return { m, x }
}

const valueOf = ({ m, x }: Tiny): number => (x > 0 ? LARGEST : x === 0 ? m : x === -1 ? m / BASE : 0)
