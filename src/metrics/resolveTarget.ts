/**
 * Finds the value that a target names: `tool_calls[0].args.city`, `tool_calls[*].name`.
 *
 * Only data that the value itself holds: nothing inherited, no accessor is run, no function is given out, and
 * `__proto__` and `constructor` name nothing. `[*]` gives one flat list of what the elements have at the rest of the
 * path, however often it stands there; elements without it are left out.
 */
import * as Option from "effect/Option"

export const resolveTarget = (value: unknown, path: string): Option.Option<unknown> =>
  Option.flatMap(parsePath(path), (steps) => follow(value, steps))

export type Step = { readonly key: string } | { readonly index: number } | { readonly every: true }

/** The steps of a path, or nothing where it is not written like one. */
export const parsePath = (path: string): Option.Option<ReadonlyArray<Step>> => {
  const dotted = path.startsWith("[") ? path : `.${path}`
  const steps = Array.from(dotted.matchAll(/\.([^.[\]]+)|\[(0|[1-9]\d*)\]|\[\*\]/g))
  return steps.map(([step]) => step).join("") === dotted ? Option.some(steps.map(stepOf)) : Option.none()
}

const stepOf = ([, key, index]: ReadonlyArray<string | undefined>): Step =>
  key !== undefined ? { key } : index !== undefined ? { index: Number(index) } : { every: true }

const follow = (value: unknown, [step, ...rest]: ReadonlyArray<Step>): Option.Option<unknown> => {
  if (step === undefined) return Option.some(value)
  if ("key" in step) return Array.isArray(value) ? Option.none() : below(value, step.key, rest)
  if (!Array.isArray(value)) return Option.none()
  return "index" in step ? below(value, step.index, rest) : Option.some(value.flatMap((one) => collect(one, rest)))
}

const below = (value: unknown, key: string | number, rest: ReadonlyArray<Step>): Option.Option<unknown> => {
  if (typeof value !== "object" || value === null || key === "__proto__" || key === "constructor") return Option.none()
  const data: unknown = Object.getOwnPropertyDescriptor(value, key)?.value
  return data === undefined || typeof data === "function" ? Option.none() : follow(data, rest)
}

const collect = (element: unknown, rest: ReadonlyArray<Step>): ReadonlyArray<unknown> => {
  const found = Option.toArray(follow(element, rest))
  return rest.some((step) => "every" in step) ? found.flat() : found
}
