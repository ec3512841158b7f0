/**
 * The lines that every row has in the report for people: its title and, of a gate, its curves.
 */
import type { Json } from "../domain/Json.ts"
import { type Line, line, type Tone, wholeLine } from "./Line.ts"
import type { Row } from "./sections.ts"
import { sparkline } from "./sparkline.ts"

export const titleLine = (row: Row, title = row.title): Line => wholeLine(1, toneOf(row), title)

const tones: Readonly<Record<Row["mark"], Tone>> = {
  PASS: "pass",
  FAIL: "fail",
  NONE: "none",
  NOTE: "plain",
  SKIP: "none"
}

/** What is red and decides nothing is not painted red. */
const toneOf = (row: Row): Tone => (row.mark === "FAIL" && !row.decides ? "none" : tones[row.mark])

/** A gate's value that is a list of numbers, such as a decay curve, is drawn. */
export const curveLines = ({ kind, report }: Row): ReadonlyArray<Line> =>
  Object.keys(kind === "gate" ? report : {})
    .toSorted()
    .flatMap((target) => {
      const values = report[target]
      return isCurve(values)
        ? [line(0, "plain", `${target} ${sparkline(values)} ${values[0]} to ${values.at(-1)}`)]
        : []
    })

export const isCurve = (value: Json | undefined): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "number")
