/**
 * Compares a run with another run of its cell, or with one of the baseline.
 */
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import type { ShownCell } from "../Overview.ts"
import type { EarlierRun } from "../twoRuns.ts"
import { el } from "./dom.ts"
import { runField } from "./pairsView.ts"
import { sidesView } from "./sidesView.ts"

export const diffView = (run: RunVerdict, { before = [], runs }: ShownCell): HTMLElement => {
  const own = runs.filter((other) => other.index !== run.index && other.trace !== undefined)
  const earlier = before.filter((other) => other.trace !== undefined)
  if (own.length + earlier.length === 0 || run.trace === undefined)
    return el("p", { class: "hint" }, "There is no other run to compare with.")
  const { trace } = run
  const result = el("div", {})
  const number = runField("The other run", [...own, ...earlier])
  const of = el(
    "select",
    { "aria-label": "Of what" },
    ...(own.length === 0 ? [] : [el("option", { value: "now" }, "of this cell")]),
    ...(earlier.length === 0 ? [] : [el("option", { value: "before" }, "of the baseline")])
  )
  const others = (): ReadonlyArray<EarlierRun> => (of.value === "before" ? earlier : own)
  const show = (): void => {
    const other = others().find(({ index }) => index === Number(number.value))
    const name = of.value === "before" ? `Baseline, run #${number.value}` : `Run #${number.value}`
    result.replaceChildren(
      other?.trace === undefined
        ? el("p", { class: "hint" }, `There is no other run #${number.value} with a trace.`)
        : sidesView(
            { name: `Run #${run.index}`, only: `only run #${run.index}`, trace },
            { name, only: of.value === "before" ? "only the baseline" : `only run #${other.index}`, trace: other.trace }
          )
    )
  }
  /** Of this cell one with another verdict, of the baseline the one with the same number. */
  const choose = (): void => {
    const isBefore = of.value === "before"
    const wanted = others().find((other) => (isBefore ? other.index === run.index : other.verdict !== run.verdict))
    number.value = String((wanted ?? others()[0])?.index ?? "")
    show()
  }
  number.addEventListener("input", show)
  of.addEventListener("change", choose)
  choose()
  return el(
    "div",
    {},
    el(
      "p",
      { class: "filters" },
      el("label", {}, `Run #${run.index} against run # `, number),
      earlier.length > 0 && of
    ),
    result
  )
}
