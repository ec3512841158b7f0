/**
 * The table of chosen against expected tools, if a gate reports one.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { percent } from "../plot/intervalPlot.ts"
import { el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"

interface Choice {
  readonly expected: string
  readonly chosen: string
  readonly count: number
  readonly rate: number
  readonly low?: number
  readonly high?: number
}

export const confusionView = ({ gates }: CellVerdict): HTMLElement | undefined => {
  const choices = gates.flatMap(({ report }) => Object.values(report)).find(isConfusion)
  if (choices === undefined) return undefined
  return section(
    "Confusion",
    "What was chosen where a class of tools was expected.",
    el(
      "div",
      { class: "scroll" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["Expected", "Chosen", "Runs", "Rate", "95 % interval"].map((name, at) =>
              el("th", { scope: "col", class: at > 1 ? "number" : undefined }, name)
            )
          )
        ),
        el(
          "tbody",
          {},
          ...choices.map(({ chosen, count, expected, high, low, rate }) =>
            el(
              "tr",
              { class: chosen === expected ? "right" : "wrong" },
              el("td", {}, expected),
              el("td", {}, chosen === expected ? "✓ " : "✕ ", chosen),
              el("td", { class: "number" }, withCommas(count)),
              el("td", { class: "number" }, percent(rate)),
              el(
                "td",
                { class: "number" },
                low === undefined || high === undefined ? "" : `${percent(low)} to ${percent(high)}`
              )
            )
          )
        )
      )
    )
  )
}

const isConfusion = (value: Json): value is Json & ReadonlyArray<Choice> =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (one) => typeof one === "object" && one !== null && "chosen" in one && "expected" in one && "count" in one
  )
