/**
 * What runs cost, for people. Amounts are rounded up, so that none shows less than it is: reports in JSON have them exactly.
 */
import type { CellVerdict, ReportCost } from "../../../base/domain/verdict/Verdict.ts"
import { usdText } from "../runLines.ts"
import { type Line, line } from "./Line.ts"

/** Of all runs, and of each model if there are several. */
export const totalCost = ({ beside: _, models, ...all }: ReportCost): string =>
  `cost ${amountText(all)}${models.length < 2 ? "" : `: ${models.map((one) => `${one.model} ${amountText(one)}`).join(", ")}`}`

/** What was spent beside the agents, a line for each model. */
export const besideCosts = ({ beside = [] }: Pick<ReportCost, "beside">): ReadonlyArray<string> =>
  beside.map(({ answers, model, part, unpriced_answers, usd }) => {
    const known = `${usdText(usd)} for ${counted(answers)}`
    const rest = unpriced_answers === 0 ? "" : ` and an unknown amount for ${unpriced_answers}`
    return `beside it, ${part === "user" ? "the simulated user" : "the judge"} ${model} ${known}${rest}`
  })

const counted = (answers: number): string => `${answers} ${answers === 1 ? "answer" : "answers"}`

/** Of a cell; empty if the price of its model is not known. */
export const cellCost = ({ cost }: CellVerdict): string => (cost === undefined ? "" : amountText(cost))

/** A line for each cell with a known price: its cost, and the price by which it was counted. */
export const costLines = (cells: ReadonlyArray<CellVerdict>): ReadonlyArray<Line> =>
  cells.flatMap((cell) => {
    if (cell.cost === undefined) return []
    const { date, source } = cell.cost.price
    const origin = source === undefined ? "" : `, by ${source}${date === undefined ? "" : ` of ${date}`}`
    return [
      line(1, "faint", `cost  ${cell.name}: ${cellCost(cell)}${origin}`),
      ...besideCosts(cell.cost).map((one) => line(1, "faint", `cost  ${cell.name}: ${one}`))
    ]
  })

const amountText = ({ runs, unpriced_runs, usd }: Omit<ReportCost, "beside" | "models">): string => {
  const known = `${usdText(usd)} for ${runs} ${runs === 1 ? "run" : "runs"}`
  return unpriced_runs === 0 ? known : `${known} and an unknown amount for ${unpriced_runs}`
}
