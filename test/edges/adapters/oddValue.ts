/**
 * Values like a given one, in which fields are missing or have a value of another kind.
 */
import * as fc from "fast-check"

export const oddValue = (value: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: changed(value) }, { weight: 1, arbitrary: odd })

const odd = fc.constantFrom<unknown>(undefined, null, "", "odd", 0, -1, 1.5, Number.NaN, true, [], {}, [null], [[]])

const changed = (value: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(value)) return fc.tuple(...value.map(oddValue))
  if (typeof value !== "object" || value === null) return fc.constant(value)
  const fields = Object.entries(value).map(([name, inner]) => [name, oddValue(inner)])
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}
