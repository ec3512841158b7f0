/**
 * Compares a run with another run of its cell, call by call.
 */
import { alignCalls, type Step } from "../../../../domain/alignCalls.ts"
import { differences } from "../../../../std/differences.ts"
import type { Json } from "../../../../domain/Json.ts"
import type { ToolCall, Trace } from "../../../../domain/Trace.ts"
import type { RunVerdict } from "../../../../domain/Verdict.ts"
import { el } from "./dom.ts"
import { value } from "./marks.ts"

/** Runs with more calls are not compared: it would take too long. */
const LONGEST = 2_000

const keys = {
  call: ({ args, name, server }: ToolCall): string => JSON.stringify([server, name, args]),
  tool: ({ name, server }: ToolCall): string => JSON.stringify([server, name])
}

export const diffView = (run: RunVerdict, runs: ReadonlyArray<RunVerdict>): HTMLElement => {
  const others = runs.filter((other) => other.index !== run.index && other.trace !== undefined)
  const first = others.find((other) => other.verdict !== run.verdict) ?? others[0]
  if (first === undefined || run.trace === undefined)
    return el("p", { class: "hint" }, "There is no other run to compare with.")
  const result = el("div", {})
  const number = el("input", {
    type: "number",
    min: 1,
    max: runs.length,
    "aria-label": "The other run",
    class: "number"
  })
  const show = (): void => {
    const other = others.find(({ index }) => index === Number(number.value))
    result.replaceChildren(
      other?.trace === undefined || run.trace === undefined
        ? el("p", { class: "hint" }, `There is no other run #${number.value} with a trace.`)
        : comparison(run.trace, other.trace, run.index, other.index)
    )
  }
  number.value = String(first.index)
  number.addEventListener("input", show)
  show()
  return el(
    "div",
    {},
    el("p", { class: "filters" }, el("label", {}, `Run #${run.index} against run # `, number)),
    result
  )
}

const comparison = (left: Trace, right: Trace, leftIndex: number, rightIndex: number): HTMLElement => {
  if (Math.max(left.tool_calls.length, right.tool_calls.length) > LONGEST)
    return el("p", { class: "hint" }, `These runs have more than ${LONGEST} calls; passhat show compares them.`)
  const steps = alignCalls(left.tool_calls, right.tool_calls, keys)
  const rows = steps.map((step) => ({ step, changes: changesOf(step, left, right) }))
  const parting = rows.findIndex(({ changes, step }) => step.kind !== "same" || changes.length > 0)
  return el(
    "div",
    { class: "scroll" },
    el(
      "table",
      { class: "sides" },
      el(
        "thead",
        {},
        el("tr", {}, ...[`Run #${leftIndex}`, "", `Run #${rightIndex}`].map((name) => el("th", { scope: "col" }, name)))
      ),
      el(
        "tbody",
        {},
        ...rows.flatMap(({ changes, step }, at) => [
          ...(at === parting ? [el("tr", { class: "parting" }, el("td", { colspan: 3 }, "Here they part"))] : []),
          stepRow(step, changes)
        ]),
        ...endings(left, right).map(({ after, before, path }) =>
          el(
            "tr",
            { class: "wrong" },
            el("td", {}, ending(path, before)),
            el("td", { class: "sign" }, el("b", {}, "≠"), el("span", {}, path)),
            el("td", {}, ending(path, after))
          )
        ),
        parting === -1 &&
          endings(left, right).length === 0 &&
          el("tr", {}, el("td", { colspan: 3 }, "They did and said the same."))
      )
    )
  )
}

const ending = (path: string, side: Json | undefined): HTMLElement =>
  path === "final_response" ? el("p", { class: "text" }, String(side ?? "")) : value(side)

const signs = { same: "=", changed: "≠", missing: "−", extra: "+" } as const
const words = { same: "the same", changed: "other arguments", missing: "only left", extra: "only right" } as const

const stepRow = (step: Step, changes: ReturnType<typeof differences>): HTMLElement =>
  el(
    "tr",
    { class: step.kind === "same" && changes.length === 0 ? "right" : "wrong" },
    el("td", {}, "left" in step && sideOf(step.left)),
    el(
      "td",
      { class: "sign" },
      el("b", {}, signs[step.kind]),
      el("span", {}, step.kind === "same" && changes.length > 0 ? "other result" : words[step.kind])
    ),
    el(
      "td",
      {},
      "right" in step && sideOf(step.right),
      ...changes
        .slice(0, 8)
        .map(({ after, before, path }) =>
          el(
            "p",
            { class: "diff" },
            el("code", { class: "path" }, path),
            " ",
            value(before, 120),
            " became ",
            value(after, 120)
          )
        )
    )
  )

const sideOf = ({ args, name }: ToolCall): HTMLElement =>
  el("div", { class: "side" }, el("b", {}, name), value(args, 160))

/** The differing arguments of a changed call, or the differing results of equal calls. */
const changesOf = (step: Step, left: Trace, right: Trace): ReturnType<typeof differences> => {
  if (step.kind === "changed") return differences(step.left.args, step.right.args, "args")
  return step.kind === "same" ? differences(resultOf(left, step.left), resultOf(right, step.right), "result") : []
}

const resultOf = ({ tool_results }: Trace, { id }: ToolCall): Json => {
  const result = tool_results.find(({ call_id }) => call_id === id)
  if (result === undefined) return null
  const { call_id: _, ...answer } = result
  return answer
}

const endings = (left: Trace, right: Trace): ReturnType<typeof differences> => differences(endOf(left), endOf(right))

const endOf = ({ clock, conversation, final_response, stop_reason }: Trace): Json => ({
  final_response,
  stop_reason,
  tokens: conversation.tokens?.total ?? null,
  virtual_ms: clock.virtual_ms
})
