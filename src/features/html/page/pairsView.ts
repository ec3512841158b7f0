/**
 * What the agent did otherwise than in the baseline: a run of each, side by side, and the way to the next two that differ.
 */
import type { Entry, ShownCell } from "../Overview.ts"
import { type Differing, differingRuns, type EarlierRun, firstPair } from "../twoRuns.ts"
import { counted, el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"
import { sidesView } from "./sidesView.ts"

export const pairsView = (
  at: number,
  { delta }: Pick<Entry, "delta">,
  { before, runs }: ShownCell
): HTMLElement | undefined => {
  if (delta?.before === undefined) return undefined
  if (before === undefined) return section(TITLE, undefined, el("p", { class: "hint" }, NO_TRACES))
  const differing = differingRuns(before, runs)
  const first = firstPair(differing, before, runs)
  if (first === undefined) return section(TITLE, undefined, el("p", { class: "hint" }, NONE_NOW))
  const result = el("div", { class: "two-runs", "data-cell": at })
  const fields = [runField("Run of the baseline", before), runField("Run now", runs)] as const
  const steps = ([-1, 1] as const).map((by) => ({
    by,
    button: el("button", { type: "button", class: "toggle" }, STEPS[by])
  }))

  const show = (): void => {
    const [left, right] = fields.map(({ value }) => Number(value)) as [number, number]
    const [then, now] = [traceOf(before, left), traceOf(runs, right)]
    for (const { button, by } of steps) button.disabled = nextOf(differing, right, by) === undefined
    result.replaceChildren(
      then === undefined || now === undefined
        ? el(
            "p",
            { class: "hint" },
            then === undefined
              ? `The baseline has no run #${fields[0].value} with a trace.`
              : `There is no run #${fields[1].value} with a trace.`
          )
        : sidesView(
            { name: `Baseline, run #${left}`, only: "only the baseline", trace: then },
            { name: `Now, run #${right}`, only: "only now", trace: now }
          )
    )
  }
  const choose = (pair: readonly [number, number]): void => {
    for (const [side, field] of fields.entries()) field.value = String(pair[side])
    show()
  }
  for (const field of fields) field.addEventListener("input", show)
  for (const { button, by } of steps) {
    button.addEventListener("click", () => {
      const next = nextOf(differing, Number(fields[1].value), by)
      if (next !== undefined) choose([next, next])
    })
  }
  choose(first)
  return section(
    TITLE,
    summaryOf(differing),
    el(
      "div",
      { class: "filters", role: "group", "aria-label": "Runs to compare" },
      el("label", {}, "Baseline, run # ", fields[0]),
      el("label", {}, "Now, run # ", fields[1]),
      ...(differing.runs.length === 0 ? [] : steps.map(({ button }) => button))
    ),
    result
  )
}

const TITLE = "Side by side"
const NO_TRACES = "The baseline has no traces, so that its calls cannot be shown. Make it with --with-traces."
const NONE_NOW = "There is no run with a trace on both sides."
const STEPS = { [-1]: "← Earlier that differs", 1: "Next that differs →" } as const

/** A field for the number of a run. */
export const runField = (name: string, runs: ReadonlyArray<EarlierRun>): HTMLInputElement =>
  el("input", {
    type: "number",
    min: 1,
    max: runs.reduce((most, { index }) => Math.max(most, index), 1),
    "aria-label": name,
    class: "number"
  })

const traceOf = (runs: ReadonlyArray<EarlierRun>, index: number): EarlierRun["trace"] =>
  runs.find((run) => run.index === index)?.trace

const nextOf = ({ runs }: Differing, from: number, by: 1 | -1): number | undefined =>
  (by === 1 ? runs.find(({ index }) => index > from) : runs.findLast(({ index }) => index < from))?.index

const summaryOf = ({ runs, shared }: Differing): string => {
  const did = runs.filter((run) => run.did).length
  if (shared === 0) return "No number of a run is on both sides."
  return `${counted(shared, "run")} on both sides: ${withCommas(did)} did something else, ${withCommas(runs.length - did)} only said something else.`
}
