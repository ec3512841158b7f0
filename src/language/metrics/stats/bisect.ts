/**
 * Bisection, to the last bit of a double.
 */

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
