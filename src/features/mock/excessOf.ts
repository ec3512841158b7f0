/**
 * Finds what a decoder would not survive in a parsed value: nesting that overflows its stack, and aliases of YAML that stand for
 * more values than there is memory for.
 */

const MAX_DEPTH = 128
const MAX_VALUES = 1_000_000
/** As much of a path as helps to find the place. */
const SHOWN_DEPTH = 4

export interface Excess {
  readonly path: ReadonlyArray<string | number>
  /** A predicate without its subject. */
  readonly what: string
}

/** Undefined if the value may be decoded. Nothing recurses. */
export const excessOf = (value: unknown): Excess | undefined => {
  const open: Array<Part> = [{ value, depth: 0, path: [] }]
  let count = 0
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { depth, path } = part
    if (typeof part.value !== "object" || part.value === null) continue
    if (depth === MAX_DEPTH) return { path, what: `is nested deeper than ${MAX_DEPTH} levels` }
    const isList = Array.isArray(part.value)
    for (const [key, inner] of Object.entries(part.value)) {
      if (++count > MAX_VALUES) return { path: [], what: `has more than ${MAX_VALUES} values` }
      const below = depth < SHOWN_DEPTH ? [...path, isList ? Number(key) : key] : path
      open.push({ value: inner, depth: depth + 1, path: below })
    }
  }
  return undefined
}

interface Part {
  readonly value: unknown
  readonly depth: number
  readonly path: ReadonlyArray<string | number>
}
