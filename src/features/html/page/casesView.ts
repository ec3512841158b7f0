/**
 * The table of cases that a cell belongs to: the totals of each model, then a row a case and a column a model.
 */
import type { CaseColumn } from "../../../base/domain/verdict/Verdict.ts"
import { columnText } from "../../../edges/report/cases/columnLines.ts"
import { type Entry, isRedEntry, type Overview } from "../Overview.ts"
import { intervalPlot } from "../plot/intervalPlot.ts"
import { draw, el, withCommas } from "./dom.ts"
import { mark, section } from "./marks.ts"
import { inRow, more } from "./more.ts"
import { linkTo } from "./place.ts"

/** Cases with a row of their own, red ones first. */
const MOST_ROWS = 200

/** Of these, how many are shown at first. */
const SHOWN = 50

/** Red cases that are named with the totals of a model. */
const MOST_RED = 10

type Placed = readonly [at: number, entry: Entry]

export const casesView = (at: number, of: Entry, { entries, tables = [] }: Overview): HTMLElement | undefined => {
  const table = of.case?.table ?? ""
  const columns = tables.find((one) => one.suite === of.suite && one.table === table)?.columns ?? []
  const cells = [...entries.entries()].filter(([, one]) => one.suite === of.suite && one.case?.table === table)
  const agents = [...new Set(cells.map(([, entry]) => entry.agent ?? ""))]
  const shown = agents.slice(0, MOST_ROWS)
  const rest = agents.slice(MOST_ROWS)
  const redOf = (some: ReadonlyArray<string>): number =>
    some.filter((agent) => cells.some(([, entry]) => entry.agent === agent && isRedEntry(entry))).length
  return section(
    table,
    "Every case on every model: passed runs of all runs.",
    el("div", { class: "columns-of-cases" }, ...columns.map((column) => totals(column, cells))),
    matrix(
      at,
      "case",
      shown,
      columns.map(({ model }) => model),
      cells
    ),
    rest.length > 0 && el("p", {}, `${withCommas(rest.length)} more cases, ${withCommas(redOf(rest))} of them red.`)
  )
}

/** Every agent of the suite on every model, if one of them has several models. */
export const modelsView = (at: number, { suite }: Entry, { entries }: Overview): HTMLElement | undefined => {
  const cells = [...entries.entries()].filter(
    ([, one]) => one.kind === "cell" && one.suite === suite && one.case === undefined && one.matrix === undefined
  )
  const models = [...new Set(cells.map(([, { model = "" }]) => model))].toSorted()
  const agents = [...new Set(cells.map(([, { agent = "" }]) => agent))]
  if (agents.length === cells.length) return undefined
  const rest = agents.length - MOST_ROWS
  return section(
    "Agents by models",
    "Passed runs of all runs.",
    matrix(at, "agent", agents.slice(0, MOST_ROWS), models, cells),
    rest > 0 && el("p", {}, `${withCommas(rest)} more agents.`)
  )
}

const matrix = (
  at: number,
  rows: string,
  agents: ReadonlyArray<string>,
  models: ReadonlyArray<string>,
  cells: ReadonlyArray<Placed>
): HTMLElement =>
  el(
    "div",
    { class: "scroll" },
    el(
      "table",
      { class: "matrix cases" },
      el("thead", {}, el("tr", {}, el("th", {}, rows), ...models.map((model) => el("th", { scope: "col" }, model)))),
      el(
        "tbody",
        {},
        ...more(
          agents.map((agent) => () => row(at, agent, models, cells)),
          SHOWN,
          inRow
        )
      )
    )
  )

const row = (at: number, agent: string, models: ReadonlyArray<string>, cells: ReadonlyArray<Placed>): HTMLElement => {
  const its = cells.filter(([, entry]) => entry.agent === agent)
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, agent),
    ...models.map((model) => {
      const [index, entry] = its.find(([, one]) => one.model === model) ?? []
      if (index === undefined || entry === undefined) return el("td", {})
      const { fail, none, pass } = entry.runs
      return el(
        "td",
        {},
        el(
          "a",
          { href: linkTo(entry.address), "aria-current": index === at ? "true" : undefined },
          mark(entry.verdict),
          entry.verdict === "skip" ? " " : ` ${withCommas(pass)}/${withCommas(pass + fail + none)}`
        )
      )
    })
  )
}

/** Names of red cases lead to their cells. */
const totals = (column: CaseColumn, cells: ReadonlyArray<Placed>): HTMLElement => {
  const { interval, model, rate } = column
  const red = cells.filter(([, entry]) => entry.model === model && isRedEntry(entry))
  return el(
    "figure",
    {},
    el("h4", {}, model),
    interval !== null && rate !== null && draw(intervalPlot({ rate, ...interval })),
    el("figcaption", {}, columnText(column)),
    red.length > 0 &&
      el(
        "ul",
        { class: "red-cases", "aria-label": `Red on ${model}` },
        ...red
          .slice(0, MOST_RED)
          .map(([, entry]) =>
            el("li", {}, mark(entry.verdict), el("a", { href: linkTo(entry.address) }, entry.case?.row ?? entry.name))
          ),
        red.length > MOST_RED && el("li", {}, `and ${withCommas(red.length - MOST_RED)} more`)
      )
  )
}
