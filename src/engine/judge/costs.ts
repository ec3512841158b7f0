/**
 * Adds to verdicts what the runs cost. It changes no verdict. Every sum is made of whole picodollars.
 */
import { type Price, amountOf, picodollars, usageOf, usdOf } from "../../base/domain/recording/cost.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type {
  BesideCost,
  CellVerdict,
  Report,
  ReportCost,
  RunVerdict,
  SuiteVerdict,
  UsedPrice
} from "../../base/domain/verdict/Verdict.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import type { CellJudge } from "./judgeCell.ts"
import { wasRun } from "./skippedCell.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import { userCell } from "../../base/domain/plan/userCell.ts"

/** The judge, whose verdict has the cost of the cell and of each of its runs. Runs that the verdict does not have cost nothing here. */
export const costed = (cell: Cell, judge: CellJudge, price: Price, priceOf: KnownPrice): CellJudge => {
  const amounts = new Map<number, number>()
  const others = new Map<number, ReadonlyArray<BesideCost>>()
  return {
    ...judge,
    take: (result) => {
      const usage = "trace" in result ? usageOf(result.trace, result.exchanges) : undefined
      if (usage !== undefined) amounts.set(result.index, usdOf(picodollars(price, usage)))
      const beside = besideAgent(cell, result, priceOf)
      if (beside.length > 0) others.set(result.index, summedBeside(beside))
      judge.take(result)
    },
    clear: () => {
      amounts.clear()
      others.clear()
      judge.clear()
    },
    finish: (issues) => {
      const verdict = judge.finish(issues)
      const runs = verdict.runs.map((run): RunVerdict => {
        const usd = amounts.get(run.index)
        return usd === undefined ? run : { ...run, usd }
      })
      const beside = besideOf(runs.flatMap(({ index }) => others.get(index) ?? []))
      return { ...verdict, runs, cost: { ...spent(runs), price: usedPrice(price), ...beside } }
    }
  }
}

/** What all cells cost, if a cell has a cost. */
export const reportCost = (suites: ReadonlyArray<SuiteVerdict>): Pick<Report, "cost"> => {
  const cells = suites.flatMap((suite) => suite.cells).filter(wasRun)
  if (cells.every(({ cost }) => cost === undefined)) return {}
  const models = [...groupBy(cells, ({ model }) => model)].map(([model, its]) => ({
    model,
    ...spent(its.flatMap(ofCell))
  }))
  return {
    cost: {
      ...spent(cells.flatMap(ofCell)),
      models: models.toSorted((a, b) => (a.model < b.model ? -1 : 1)),
      ...besideOf(cells.flatMap(({ cost }) => cost?.beside ?? []))
    }
  }
}

const besideOf = (costs: ReadonlyArray<BesideCost>): Pick<ReportCost, "beside"> =>
  costs.length === 0 ? {} : { beside: summedBeside(costs) }

const ofCell = ({ runs }: CellVerdict): ReadonlyArray<RunVerdict> => runs

const spent = (runs: ReadonlyArray<RunVerdict>): Omit<ReportCost, "beside" | "models"> => {
  const priced = runs.flatMap(({ usd }) => (usd === undefined ? [] : [amountOf(usd)]))
  return {
    usd: usdOf(priced.reduce((sum, amount) => sum + amount, 0n)),
    runs: priced.length,
    unpriced_runs: runs.length - priced.length
  }
}

const usedPrice = ({ cacheRead, cacheWrite, date, input, output, reasoning, source }: Price): UsedPrice => ({
  input,
  output,
  ...(cacheRead !== undefined && { cache_read: cacheRead }),
  ...(cacheWrite !== undefined && { cache_write: cacheWrite }),
  ...(reasoning !== undefined && { reasoning }),
  ...(source !== undefined && { source }),
  ...(date !== undefined && { date })
})

/** The price of the model of a cell; undefined if it is not known. */
type KnownPrice = (cell: Cell) => Price | undefined

/** What the recorded answers of a run cost, each: of its simulated user, and of its judges. */
const besideAgent = (cell: Cell, result: RunResult, priceOf: KnownPrice): ReadonlyArray<BesideCost> => {
  if (!("trace" in result)) return []
  const { exchanges = [], judgements = [] } = result
  const { user } = cell.behaviour
  const spoken = exchanges.flatMap((one) => (one.kind === "user" && one.answer !== undefined ? [one.answer] : []))
  return [
    ...(user === undefined
      ? []
      : spoken.map(({ usage }) => answerCost("user", user.model, usage, priceOf(userCell(cell, user))))),
    ...judgements.map(({ model, tokens }) => answerCost("judge", model, tokens, priceOf(askedOf(cell, model))))
  ]
}

const askedOf = (cell: Cell, model: string): Cell => ({ ...cell, model, behaviour: { ...cell.behaviour, model } })

type Used = Parameters<typeof picodollars>[1]

const answerCost = (
  part: BesideCost["part"],
  model: string,
  usage: Used | undefined,
  price: Price | undefined
): BesideCost =>
  usage === undefined || price === undefined
    ? { part, model, usd: 0, answers: 0, unpriced_answers: 1 }
    : { part, model, usd: usdOf(picodollars(price, usage)), answers: 1, unpriced_answers: 0 }

/** The same models together, users first. */
const summedBeside = (costs: ReadonlyArray<BesideCost>): ReadonlyArray<BesideCost> =>
  [...groupBy(costs, ({ model, part }) => `${part} ${model}`).values()]
    .map((its): BesideCost => ({
      part: its[0]!.part,
      model: its[0]!.model,
      usd: usdOf(its.reduce((sum, { usd }) => sum + amountOf(usd), 0n)),
      answers: its.reduce((sum, { answers }) => sum + answers, 0),
      unpriced_answers: its.reduce((sum, { unpriced_answers }) => sum + unpriced_answers, 0)
    }))
    .toSorted((a, b) => (a.part === b.part ? (a.model < b.model ? -1 : 1) : a.part === "user" ? -1 : 1))
