/**
 * Plans in a line a cell. The JSON beside it has everything.
 */
import type { Plan } from "../../domain/Plan.ts"
import { type Line, line } from "../../report/text/Line.ts"

export const planLines = (plans: ReadonlyArray<Plan>): ReadonlyArray<Line> =>
  plans.flatMap(({ cells, live_at_most: { model_calls, output_tokens }, suite }) => [
    line(0, "plain", `${suite}: ${cells.length} ${cells.length === 1 ? "cell" : "cells"}`),
    ...cells.map(({ gates, model, name, runs, skipped }) => {
      const what = skipped === undefined ? `${runs} ${runs === 1 ? "run" : "runs"}` : `skipped, ${skipped}`
      return line(1, "plain", `${name} on ${model}: ${what}; ${gates.map(({ id }) => id).join(", ")}`)
    }),
    line(1, "plain", `recording all of it: at most ${model_calls} answers of models, with ${output_tokens} tokens`)
  ])
