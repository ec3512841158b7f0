/**
 * One object for equal ones: what is kept of a million runs is often the same few things.
 */

/** How many different ones are remembered. */
const MEMORY = 10_000

/** Gives the first of equal objects whose values are plain; anything else as it is. */
export const interner = (): (<A>(value: A) => A) => {
  const known = new Map<string, unknown>()
  return <A>(value: A): A => {
    const key = isObject(value) ? spelling(value, Object.keys(value)) : undefined
    if (key === undefined) return value
    const before = known.get(key)
    if (before !== undefined) return before as A
    if (known.size < MEMORY) known.set(key, value)
    return value
  }
}

interface Named {
  readonly [key: string]: unknown
}

/** The same for the same values under these keys, where all of them are plain. */
export const spelling = (value: Named, keys: ReadonlyArray<string>): string | undefined => {
  let text = ""
  for (const key of keys) {
    const part = value[key]
    if (typeof part === "object" && part !== null) return undefined
    const told = spelt(part)
    text += `${key.length} ${key} ${typeof part} ${told.length} ${told}`
  }
  return text
}

const spelt = (part: unknown): string => (Object.is(part, -0) ? "-0" : String(part))

const isObject = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && !Array.isArray(value)
