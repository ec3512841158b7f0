/**
 * Finds the value that a target names: `tool_calls[0].args.city`, `tool_calls[*].name`.
 *
 * Only own data properties are read: nothing inherited, no accessor, no function, and never `__proto__` or
 * `constructor`. `[*]` gives a list of the values that the elements have at the rest of the path, flat even if the path
 * has several `[*]`; elements without a value are left out.
 */

/** The value at a path, which may be null. */
export interface Found {
  readonly value: unknown
}

export const resolveTarget = (value: unknown, path: string): Found | undefined => {
  const steps = parsePath(path)
  return steps === undefined ? undefined : follow(value, steps)
}

export type PathStep = { readonly key: string } | { readonly index: number } | { readonly every: true }

/** The steps of a path; undefined if it is not well-formed. */
export const parsePath = (path: string): ReadonlyArray<PathStep> | undefined => {
  const dotted = path.startsWith("[") ? path : `.${path}`
  const steps = Array.from(dotted.matchAll(/\.([^.[\]]+)|\[(0|[1-9]\d*)\]|\[\*\]/g))
  return steps.map(([step]) => step).join("") === dotted ? steps.map(stepOf) : undefined
}

const stepOf = ([, key, index]: ReadonlyArray<string | undefined>): PathStep =>
  key !== undefined ? { key } : index !== undefined ? { index: Number(index) } : { every: true }

const follow = (value: unknown, [step, ...rest]: ReadonlyArray<PathStep>): Found | undefined => {
  if (step === undefined) return { value }
  if ("key" in step) return Array.isArray(value) ? undefined : below(value, step.key, rest)
  if (!Array.isArray(value)) return undefined
  return "index" in step ? below(value, step.index, rest) : { value: value.flatMap((one) => collect(one, rest)) }
}

const below = (value: unknown, key: string | number, rest: ReadonlyArray<PathStep>): Found | undefined => {
  if (typeof value !== "object" || value === null || key === "__proto__" || key === "constructor") return undefined
  const data: unknown = Object.getOwnPropertyDescriptor(value, key)?.value
  return data === undefined || typeof data === "function" ? undefined : follow(data, rest)
}

const collect = (element: unknown, rest: ReadonlyArray<PathStep>): ReadonlyArray<unknown> => {
  const found = follow(element, rest)
  if (found === undefined) return []
  return rest.some((step) => "every" in step) ? [found.value].flat() : [found.value]
}
