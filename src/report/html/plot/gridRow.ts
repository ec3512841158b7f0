/**
 * One row of the grid of runs and calls: a box per call, its tool by colour and by letters.
 */
import type { Grid, GridCall, GridRow } from "../grid.ts"
import { shape, type Shape } from "./Shape.ts"

export const ROW_HEIGHT = 26
const [BOX, GAP] = [18, 4]

/** How many colours there are for tools; the letters tell those apart that share one. */
export const COLOURS = 8

export interface Look {
  /** By tool, in the order of the grid's tools. */
  readonly letters: ReadonlyMap<string, string>
  readonly colours: ReadonlyMap<string, number>
  readonly boxWidth: number
}

export const lookOf = ({ columns, tools }: Grid): Look => ({
  letters: lettersOf(tools),
  colours: new Map(tools.map((tool, at) => [tool, at % COLOURS])),
  boxWidth: columns.length > 30 ? 26 : 36
})

export const gridRow = (grid: Grid, row: GridRow, look: Look): Shape => {
  const step = look.boxWidth + GAP
  return shape(
    "svg",
    { width: grid.columns.length * step, height: ROW_HEIGHT, "aria-hidden": "true", class: "calls" },
    ...row.slots.flatMap((at, column) => {
      const x = column * step
      const call = at === undefined ? undefined : row.calls[at]
      if (call === undefined) {
        const lacks = grid.columns[column] !== undefined
        return [shape("circle", { cx: x + look.boxWidth / 2, cy: ROW_HEIGHT / 2, r: lacks ? 2.5 : 1, class: "gap" })]
      }
      return [box(call, grid.columns[column], x, (at ?? 0) + 1, look)]
    })
  )
}

const box = (call: GridCall, usual: GridCall | undefined, x: number, number: number, look: Look): Shape => {
  const y = (ROW_HEIGHT - BOX) / 2
  const differs = usual !== undefined && usual.args !== call.args
  const state = [usual === undefined && "beside the usual way", differs && "other arguments", call.failed && "failed"]
  const said = [`${number}. ${toolName(call.tool)}`, ...state.filter((word) => word !== false)].join(", ")
  return shape(
    "g",
    { class: `tool-${look.colours.get(call.tool) ?? 0}${usual === undefined ? " beside" : ""}` },
    shape("title", {}, said),
    shape("rect", { x: x + 0.5, y: y + 0.5, width: look.boxWidth - 1, height: BOX - 1, rx: 4, class: "box" }),
    ...(call.failed
      ? [shape("rect", { x: x + 0.5, y: y + BOX - 3.5, width: look.boxWidth - 1, height: 3, rx: 1.5, class: "failed" })]
      : []),
    ...(differs ? [shape("circle", { cx: x + look.boxWidth - 3, cy: y + 3, r: 3.5, class: "differs" })] : []),
    shape(
      "text",
      { x: x + look.boxWidth / 2, y: y + 12.5, "text-anchor": "middle" },
      `${look.letters.get(call.tool) ?? ""}${call.failed ? "!" : ""}`
    )
  )
}

/** A tool as people write it. */
export const toolName = (tool: string): string => {
  const [server, name] = JSON.parse(tool) as readonly [string, string]
  return server === "" ? name : `${server} ${name}`
}

/** The initials of each tool's words; where tools share them, more of the first word, and then a number. */
const lettersOf = (tools: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const short = tools.map((tool) => initials(tool, 1))
  const longer = tools.map((tool, at) =>
    short.indexOf(short[at]!) === short.lastIndexOf(short[at]!) ? short[at]! : initials(tool, 2)
  )
  return new Map(
    tools.map((tool, at) => {
      const letters = longer[at]!
      const before = longer.slice(0, at).filter((other) => other === letters).length
      return [tool, before === 0 ? letters : `${letters.slice(0, 2)}${before + 1}`]
    })
  )
}

const initials = (tool: string, ofFirst: number): string => {
  const [, name] = JSON.parse(tool) as readonly [string, string]
  const [first = "?", ...words] = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const start = [...first].slice(0, words.length === 0 ? 3 : ofFirst).join("")
  return `${start}${words.map((word) => [...word][0]).join("")}`.slice(0, 3)
}
