/**
 * One row of the grid of runs and calls: a box per call, with colour and letters for its tool.
 */
import type { Grid, GridCall, GridRow } from "../grid.ts"
import { svgNode, type SvgNode } from "./Svg.ts"

export const ROW_HEIGHT = 26
const [BOX, GAP] = [18, 4]

/** Colours for tools. Tools that share a colour have different letters. */
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

export const gridRow = (grid: Grid, row: GridRow, look: Look): SvgNode => {
  const step = look.boxWidth + GAP
  return svgNode(
    "svg",
    { width: grid.columns.length * step, height: ROW_HEIGHT, "aria-hidden": "true", class: "calls" },
    ...row.slots.flatMap((at, column) => {
      const x = column * step
      const call = at === undefined ? undefined : row.calls[at]
      if (call === undefined) {
        const lacks = grid.columns[column] !== undefined
        return [svgNode("circle", { cx: x + look.boxWidth / 2, cy: ROW_HEIGHT / 2, r: lacks ? 2.5 : 1, class: "gap" })]
      }
      return [box(call, grid.columns[column], x, (at ?? 0) + 1, look)]
    })
  )
}

const box = (call: GridCall, usual: GridCall | undefined, x: number, number: number, look: Look): SvgNode => {
  const y = (ROW_HEIGHT - BOX) / 2
  const differs = usual !== undefined && usual.args !== call.args
  const state = [usual === undefined && "beside the usual way", differs && "other arguments", call.failed && "failed"]
  const said = [`${number}. ${toolName(call.tool)}`, ...state.filter((word) => word !== false)].join(", ")
  return svgNode(
    "g",
    { class: `tool-${look.colours.get(call.tool) ?? 0}${usual === undefined ? " beside" : ""}` },
    svgNode("title", {}, said),
    svgNode("rect", { x: x + 0.5, y: y + 0.5, width: look.boxWidth - 1, height: BOX - 1, rx: 4, class: "box" }),
    ...(call.failed
      ? [
          svgNode("rect", {
            x: x + 0.5,
            y: y + BOX - 3.5,
            width: look.boxWidth - 1,
            height: 3,
            rx: 1.5,
            class: "failed"
          })
        ]
      : []),
    ...(differs ? [svgNode("circle", { cx: x + look.boxWidth - 3, cy: y + 3, r: 3.5, class: "differs" })] : []),
    svgNode(
      "text",
      { x: x + look.boxWidth / 2, y: y + 12.5, "text-anchor": "middle" },
      `${look.letters.get(call.tool) ?? ""}${call.failed ? "!" : ""}`
    )
  )
}

/** The name of a tool for people: server and tool. */
export const toolName = (tool: string): string => {
  const [server, name] = JSON.parse(tool) as readonly [string, string]
  return server === "" ? name : `${server} ${name}`
}

/** The initials of the tool's words; tools with equal initials get more of the first word, and then a number. */
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
