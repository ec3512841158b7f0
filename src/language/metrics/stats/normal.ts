/**
 * The z of a confidence level, computed with + - * / and sqrt only, so that every engine gives the same bits.
 */

/** The z of every double below 1 is smaller. */
const WIDEST = 9

/** The z for which a standard normal value lies within -z..z with this confidence: 0.95 gives 1.95996... */
export const criticalValue = (confidence: number): number => bisect(0, WIDEST, (z) => massWithin(z) <= confidence)

/**
 * The chance of a value within -z..z: twice the density at z times the sum of z^(2n+1) / (1 * 3 * ... * (2n+1)).
 * The exponential of the density is a sum as well. All terms are positive, so nothing cancels.
 */
const massWithin = (z: number): number => {
  let [sum, exponential] = [0, 0]
  for (let n = 0, term = z, power = 1; sum + term > sum || exponential + power > exponential; n++) {
    sum += term
    exponential += power
    term *= (z * z) / (2 * n + 3)
    power *= (z * z) / (2 * n + 2)
  }
  return (2 * sum) / (Math.sqrt(2 * Math.PI) * exponential)
}

/**
 * The largest number from `low` to `high` for which `holds` is true, if it is true up to some number and false above.
 */
export const bisect = (low: number, high: number, holds: (x: number) => boolean): number => {
  let [inside, outside] = [low, high]
  for (;;) {
    const middle = (inside + outside) / 2
    if (middle <= inside || middle >= outside) return inside
    if (holds(middle)) inside = middle
    else outside = middle
  }
}
