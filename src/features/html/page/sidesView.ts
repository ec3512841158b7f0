/**
 * Two runs beside each other, call by call: calls that only one has, other arguments, other results, and both final responses.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import type { Difference } from "../../../base/std/differences.ts"
import { type CallPair, LONGEST, compareRuns } from "../twoRuns.ts"
import type { CallItem } from "../transcript.ts"
import { type Child, el, withCommas } from "./dom.ts"
import { value } from "./marks.ts"
import { inRow, more, unfold } from "./more.ts"
import { callParts } from "./transcriptView.ts"

export interface Side {
  /** What is above its column. */
  readonly name: string
  /** What is said of a call that the other side does not have. */
  readonly only: string
  readonly trace: Trace
}

/** Calls that are shown at first, and differences of a call. */
const SHOWN = 200
const CHANGES = 8

export const sidesView = (left: Side, right: Side): HTMLElement => {
  const found = compareRuns(left.trace, right.trace)
  if (found === undefined) {
    return el(
      "p",
      { class: "hint" },
      `One of these runs has more than ${withCommas(LONGEST)} calls, which are too many to be aligned here; passhat show compares runs of recordings.`
    )
  }
  const { areSame, calls, costs, ends } = found
  const parting = calls.findIndex(({ is }) => is !== "same")
  const rows = calls.flatMap((pair, at) => [
    ...(at === parting ? [() => el("tr", { class: "parting" }, el("td", { colspan: 3 }, "Here they part"))] : []),
    () => callRow(pair, left, right)
  ])
  const isSaidAlike = left.trace.final_response === right.trace.final_response
  return el(
    "div",
    { class: "scroll" },
    el(
      "table",
      { class: "sides" },
      el("thead", {}, el("tr", {}, ...[left.name, "", right.name].map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        areSame && el("tr", { class: "alike" }, el("td", { colspan: 3 }, "They did and said the same.")),
        ...more(rows, SHOWN, inRow),
        ...ends.map((end) => endRow("wrong", end, left, right)),
        row(
          isSaidAlike ? "right" : "wrong",
          isSaidAlike ? "=" : "≠",
          "final response",
          [left, said(left.trace)],
          [right, said(right.trace)]
        ),
        ...costs.map((cost) => endRow("beside", cost, left, right))
      )
    )
  )
}

type Cell = readonly [side: Side, ...children: ReadonlyArray<Child>]

const row = (look: string, sign: string, word: string, left: Cell, right: Cell): HTMLElement => {
  const cell = ([{ name }, ...children]: Cell): HTMLElement =>
    el("td", children.some((child) => child !== undefined && child !== false) ? { "data-side": name } : {}, ...children)
  return el(
    "tr",
    { class: look },
    cell(left),
    el("td", { class: "sign" }, el("b", {}, sign), el("span", {}, word)),
    cell(right)
  )
}

const signs: Readonly<Record<CallPair["is"], string>> = {
  same: "=",
  result: "≠",
  arguments: "≠",
  left: "−",
  right: "+"
}

const callRow = ({ changes, is, left, right }: CallPair, leftSide: Side, rightSide: Side): HTMLElement => {
  const words = {
    same: "the same",
    result: "other result",
    arguments: "other arguments",
    left: leftSide.only,
    right: rightSide.only
  }
  const rest = changes.length - CHANGES
  return row(
    is === "same" ? "right" : "wrong",
    signs[is],
    words[is],
    [leftSide, left && callOf(left)],
    [
      rightSide,
      right && callOf(right),
      ...changes.slice(0, CHANGES).map(changeView),
      rest > 0 && el("p", { class: "hint" }, `and ${withCommas(rest)} more differences`)
    ]
  )
}

const callOf = (item: CallItem): HTMLElement =>
  el(
    "div",
    { class: "side" },
    el("span", { class: "place" }, String(item.at + 1)),
    el("b", {}, item.call.name),
    value(item.call.args, 160),
    unfold("call and result", () => callParts(item), "whole-call")
  )

const changeView = ({ after, before, path }: Difference): HTMLElement =>
  el(
    "p",
    { class: "diff" },
    el("code", { class: "path" }, path),
    " ",
    value(before, 120),
    " became ",
    value(after, 120)
  )

const endRow = (look: string, { after, before, path }: Difference, left: Side, right: Side): HTMLElement =>
  row(look, "≠", /^said\[\d+\]$/.test(path) ? "said before" : path, [left, endOf(before)], [right, endOf(after)])

const endOf = (end: Json | undefined): HTMLElement => {
  if (end === undefined) return el("p", { class: "hint" }, "nothing")
  return typeof end === "string" ? el("p", { class: "text" }, end) : value(end)
}

const said = ({ final_response }: Trace): HTMLElement =>
  final_response === "" ? el("p", { class: "hint" }, "(no text)") : el("p", { class: "text" }, final_response)
