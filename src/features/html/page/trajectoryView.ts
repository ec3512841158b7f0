/**
 * Expected and actual calls side by side: missing calls, extra calls, calls out of order, and differing arguments.
 */
import type { AlignedStep, ExpectedCalls } from "../../../base/domain/verdict/Analysis.ts"
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { el } from "./dom.ts"
import { value } from "./marks.ts"

const signs: Readonly<Record<AlignedStep["is"], readonly [string, string]>> = {
  matched: ["=", "as expected"],
  missing: ["−", "missing"],
  extra: ["+", "extra"],
  allowed: ["·", "beside, allowed"],
  out_of_order: ["↕", "out of order"],
  arguments: ["≠", "other arguments"],
  other_tool: ["✕", "another tool"]
}

export const trajectoryView = (run: RunVerdict, expected: ReadonlyArray<ExpectedCalls>): HTMLElement => {
  const alignments = run.analysis?.alignments ?? []
  if (alignments.length === 0) return el("p", { class: "hint" }, "No gate of this cell expects certain calls.")
  return el(
    "div",
    {},
    ...alignments.map(({ gate, steps }) => {
      const calls = expected.find((one) => one.gate === gate)?.calls ?? []
      return el(
        "section",
        { class: "alignment" },
        el("h4", {}, gate),
        el(
          "div",
          { class: "scroll" },
          el(
            "table",
            { class: "sides" },
            el(
              "thead",
              {},
              el("tr", {}, ...["Expected", "", "Actual"].map((name) => el("th", { scope: "col" }, name)))
            ),
            el("tbody", {}, ...steps.map((step) => stepRow(step, calls, run)))
          )
        )
      )
    })
  )
}

const stepRow = (step: AlignedStep, calls: ExpectedCalls["calls"], { trace }: RunVerdict): HTMLElement => {
  const wanted = step.expected === undefined ? undefined : calls[step.expected]
  const made = step.recorded === undefined ? undefined : trace?.tool_calls[step.recorded]
  const [sign, word] = signs[step.is]
  const wrong = step.is !== "matched" && step.is !== "allowed"
  return el(
    "tr",
    { class: wrong ? "wrong" : step.is === "matched" ? "right" : "beside" },
    el(
      "td",
      wanted === undefined ? {} : { "data-side": "Expected" },
      wanted !== undefined && callOf(step.expected, wanted.name, wanted.args)
    ),
    el("td", { class: "sign" }, el("b", {}, sign), el("span", {}, word)),
    el(
      "td",
      made === undefined ? {} : { "data-side": "Actual" },
      made !== undefined && callOf(step.recorded, made.name, made.args),
      ...(step.is === "arguments" ? (step.diffs ?? []) : []).map(({ actual, expected, path }) =>
        el(
          "p",
          { class: "diff" },
          el("code", { class: "path" }, path),
          " expected ",
          value(expected, 120),
          ", actual ",
          value(actual, 120)
        )
      )
    )
  )
}

const callOf = (place: number | undefined, name: string, args: Parameters<typeof value>[0]): HTMLElement =>
  el(
    "div",
    { class: "side" },
    el("span", { class: "place" }, place === undefined ? "" : String(place + 1)),
    el("b", {}, name),
    args !== undefined && value(args, 160)
  )
