/**
 * The tokens and the stability scores of the runs.
 */
import type { SubScores } from "../../../base/domain/verdict/Analysis.ts"
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { scorePlot } from "../plot/scorePlot.ts"
import { tokenPlot } from "../plot/tokenPlot.ts"
import { draw, el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"

export const tokensView = ({ analysis, runs }: CellVerdict): HTMLElement | undefined => {
  if (!runs.some(({ trace }) => trace !== undefined)) return undefined
  const spent = runs.map(({ index, trace }) => ({ run: index, tokens: trace?.conversation.tokens?.total ?? null }))
  const cap = analysis?.token_cap
  const over = cap === undefined ? 0 : spent.filter(({ tokens }) => tokens !== null && tokens > cap).length
  const hint =
    cap === undefined
      ? "No gate caps them."
      : over === 0
        ? `Every run stayed within the cap of ${withCommas(cap)}.`
        : `${withCommas(over)} of ${withCommas(runs.length)} over the cap of ${withCommas(cap)}.`
  const only = spent[0]?.tokens ?? null
  if (runs.length === 1) return section("Tokens", hint, figure(only === null ? "not recorded" : withCommas(only)))
  return section("Tokens per run", hint, draw(tokenPlot(spent, cap)))
}

/** A single number, for a cell of one run. */
const figure = (number: string): HTMLElement => el("p", { class: "figure" }, el("b", {}, number))

/** Cuts to three decimals without rounding: 0.9999 is not 1. */
const shortened = (score: number): number => Math.floor(score * 1000) / 1000

const meanings: Readonly<Record<keyof SubScores, string>> = {
  tool_usage_stability: "Low when nearly every call reaches for a fresh tool",
  response_consistency: "Low when answers swing from a sentence to a wall of text",
  redundancy: "Low when the same call is repeated",
  cost_per_progress: "Low when tokens buy no new calls"
}

export const stabilityView = ({ runs }: CellVerdict): HTMLElement | undefined => {
  const scores = runs.flatMap(({ analysis }) => analysis?.stability ?? [])
  if (scores.length === 0) return undefined
  const names = Object.keys(meanings) as ReadonlyArray<keyof SubScores>
  return section(
    "Stability per run",
    "Four sub-scores from 0 to 1, higher is steadier.",
    el(
      "div",
      { class: "quad" },
      ...names.map((name) =>
        el(
          "figure",
          {},
          el("figcaption", {}, el("b", {}, name), el("span", { class: "hint" }, meanings[name])),
          scores.length === 1
            ? figure(scores[0]?.[name] === null ? "not recorded" : String(shortened(scores[0]?.[name] ?? 0)))
            : draw(
                scorePlot(
                  name,
                  scores.map((score) => score[name])
                )
              )
        )
      )
    )
  )
}
