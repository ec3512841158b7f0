/**
 * Where a claim stops being true, to the last bit.
 */

/** The largest number from `low` to `high` for which `holds` is true, when it holds up to some number and not above. */
export const bisect = (low: number, high: number, holds: (x: number) => boolean): number => {
  let [inside, outside] = [low, high]
  for (;;) {
    const middle = (inside + outside) / 2
    if (middle <= inside || middle >= outside) return inside
    if (holds(middle)) inside = middle
    else outside = middle
  }
}
