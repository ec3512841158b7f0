/**
 * The expectation of a trajectory: the calls, the shapes of their arguments and the mode, and what can be wrong with
 * it.
 */
import { isJson, isPlainObject } from "../../../../base/std/Json.ts"
import type { ArgumentShape } from "./argumentShape.ts"

/** How expected and recorded calls are compared. */
export const modes = [
  "strict",
  "exact-sequence",
  "subsequence",
  "unordered",
  "superset",
  "subset",
  "sameMultiset"
] as const
export type TrajectoryMode = (typeof modes)[number]

/** Without `server` it is the tool of any server; without `args` all arguments are right. */
export interface ExpectedCall {
  readonly name: string
  readonly server?: string
  readonly args?: ArgumentShape
}

export interface Spec {
  readonly mode: TrajectoryMode
  readonly calls: ReadonlyArray<ExpectedCall>
  readonly within_turn?: "ordered" | "free"
}

/** The first problem, or undefined. Suites in JavaScript and JSON are not checked by types. */
export const flawOf = (spec: unknown): string | undefined => {
  if (!isPlainObject(spec)) return `it is ${shown(spec)}, expected an object`
  const { calls, mode } = spec
  if (!modes.some((one) => one === mode)) return `mode is ${shown(mode)}, expected ${modes.join(", ")}`
  if (!Array.isArray(calls)) return `calls is ${shown(calls)}, expected a list`
  const flaw = callsFlaw(calls)
  if (flaw !== undefined) return flaw
  return "within_turn" in spec && spec["within_turn"] !== "ordered" && spec["within_turn"] !== "free"
    ? `within_turn is ${shown(spec["within_turn"])}, expected ordered or free`
    : undefined
}

/** The first problem of a list of calls, or undefined. */
export const callsFlaw = (calls: ReadonlyArray<unknown>): string | undefined =>
  calls.map(callFlaw).find((one) => one !== undefined)

const callFlaw = (call: unknown, index: number): string | undefined => {
  const at = `calls[${index}]`
  if (!isPlainObject(call)) return `${at} is ${shown(call)}, expected an object`
  if (typeof call["name"] !== "string") return `${at}.name is ${shown(call["name"])}, expected the name of a tool`
  if ("server" in call && typeof call["server"] !== "string") {
    return `${at}.server is ${shown(call["server"])}, expected the name of a server`
  }
  return "args" in call && !isShape(call["args"])
    ? `${at}.args is ${shown(call["args"])}, expected any, ignore or one of ${kinds.join(", ")} with JSON`
    : undefined
}

const kinds = ["exact", "subset", "includes", "schema"]

/** An object with two kinds is not a shape, because it is unclear which one counts. */
const isShape = (value: unknown): boolean =>
  value === "any" ||
  value === "ignore" ||
  (isPlainObject(value) && kinds.filter((kind) => kind in value && isJson(value[kind])).length === 1)

const shown = (value: unknown): string => (value === undefined ? "absent" : (JSON.stringify(value) ?? typeof value))
