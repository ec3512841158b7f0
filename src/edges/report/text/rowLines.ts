/**
 * The lines that the pretty reporter prints for every row: its title and, for a gate, its curves.
 */
import type { Json } from "../../../base/std/Json.ts"
import { type Line, line, type Tone, wholeLine } from "./Line.ts"
import type { Row } from "../Row.ts"
import { numberBars } from "./bars.ts"

export const titleLine = (row: Row, title = row.title): Line => wholeLine(1, toneOf(row), title)

const tones: Readonly<Record<Row["mark"], Tone>> = {
  PASS: "pass",
  FAIL: "fail",
  NONE: "none",
  NOTE: "plain",
  SKIP: "none"
}

/** A failed row that does not change a verdict is not painted red. */
const toneOf = (row: Row): Tone => (row.mark === "FAIL" && !row.decides ? "none" : tones[row.mark])

/**
 * Draws each value of a gate that is a list of numbers. A list over outcomes follows the numbers of the runs, and may rise beside a
 * lower pass rate: pass^k is drawn in its place.
 */
export const curveLines = ({ kind, passHat, report }: Row): ReadonlyArray<Line> =>
  Object.keys(kind === "gate" ? report : {})
    .toSorted()
    .flatMap((target) => {
      const values = report[target]
      if (!isCurve(values)) return []
      const text =
        passHat === undefined
          ? `${target} ${numberBars(values)} ${values[0]} to ${values.at(-1)}`
          : `unbiased pass^k ${passHat}`
      return [line(0, "plain", text)]
    })

const isCurve = (value: Json | undefined): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "number")
