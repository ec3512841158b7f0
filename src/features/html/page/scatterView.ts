/**
 * Tokens by calls, a sign a run: whether runs that fail cost more, or call more, than those that pass.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { scatterPlot } from "../plot/scatterPlot.ts"
import { draw, el } from "./dom.ts"
import { section } from "./marks.ts"

export const scatterView = ({ runs }: Pick<CellVerdict, "runs">): HTMLElement | undefined => {
  const dots = runs.flatMap(({ index, trace, verdict }) => {
    const tokens = trace?.conversation.tokens?.total
    return trace === undefined || tokens === undefined
      ? []
      : [{ run: index, calls: trace.tool_calls.length, tokens, verdict }]
  })
  if (dots.length < 2) return undefined
  return section(
    "Tokens by calls",
    undefined,
    el(
      "ul",
      { class: "key-line" },
      ...(["pass", "fail", "none"] as const)
        .filter((verdict) => dots.some((dot) => dot.verdict === verdict))
        .map((verdict) => el("li", {}, { pass: "● pass", fail: "✕ fail", none: "■ no verdict" }[verdict])),
      dots.length < runs.length && el("li", {}, `${runs.length - dots.length} runs without a token count are left out`)
    ),
    draw(scatterPlot(dots))
  )
}
