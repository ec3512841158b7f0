/**
 * The values that a target can have at all, by its unit. An expectation that each of them meets checks nothing.
 */
import type { Json } from "../../std/Json.ts"
import type { Unit } from "./Metric.ts"

export interface Range {
  /** Each value of it, in a message: "every number from 0 to 1". */
  readonly every: string
  /** What to do about an expectation that each of them meets. */
  readonly hint: string
  /** Numbers from here on, and up to `to`; without both, no numbers. */
  readonly from?: number
  readonly to?: number
  /** Whether the numbers are whole. */
  readonly isWhole?: true
  /** All values, if they are few. */
  readonly values?: ReadonlyArray<Json>
  readonly isText?: true
}

const positive = "Give it a limit that a run can break: atMost, or atLeast with a number above 0."

/** A value may be anything. */
export const RANGES: { readonly [Name in Exclude<Unit, "value">]: Range } = {
  fraction: {
    every: "number from 0 to 1",
    hint: "Give it a bound between 0 and 1 that a run can break.",
    from: 0,
    to: 1
  },
  percent: {
    every: "percent from 0 to 100",
    hint: "Give it a bound between 0 and 100 that a run can break.",
    from: 0,
    to: 100,
    isWhole: true
  },
  count: { every: "number from 0", hint: positive, from: 0, to: Number.MAX_SAFE_INTEGER, isWhole: true },
  tokens: { every: "number from 0", hint: positive, from: 0, to: Number.MAX_SAFE_INTEGER, isWhole: true },
  milliseconds: { every: "number from 0", hint: positive, from: 0, to: Number.MAX_VALUE },
  flag: { every: "flag, 0 or 1,", hint: "Expect one of them: atLeast(1) or atMost(0).", values: [0, 1] },
  boolean: { every: "truth value", hint: "Expect one of them: equals(true) or equals(false).", values: [false, true] },
  text: { every: "text", hint: "Expect what some texts do not have.", isText: true }
}

/** Undefined for a unit whose values are not known. */
export const rangeOf = (unit: Unit | undefined): Range | undefined =>
  unit !== undefined && Object.hasOwn(RANGES, unit) ? RANGES[unit as keyof typeof RANGES] : undefined
