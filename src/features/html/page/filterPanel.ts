/**
 * The filter over all runs of the report: a form, how many runs match, and where the text is that was searched for.
 */
import { type Query, type Range } from "../findRuns.ts"
import type { Overview } from "../Overview.ts"
import { toolName } from "../plot/gridRow.ts"
import { counted, el, withCommas } from "./dom.ts"
import { more } from "./more.ts"
import { linkTo } from "./place.ts"
import type { SearchResult } from "./search.ts"

export interface FilterPanel {
  readonly element: HTMLElement
  readonly query: () => Query
  readonly show: (found: SearchResult) => void
}

/** Places that are shown at first. */
const SHOWN = 20

export const filterPanel = ({ entries }: Overview, changed: () => void): FilterPanel => {
  const all = (values: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
    [...new Set(values.filter((value) => value !== undefined))].toSorted()
  const fields = {
    suite: choice("Suite", all(entries.map(({ suite }) => suite))),
    model: choice("Model", all(entries.map(({ model }) => model))),
    gate: choice("Gate that is not green", all(entries.flatMap(({ red }) => red))),
    tool: choice("Tool", all(entries.flatMap(({ tools = [] }) => tools)), toolName),
    stop: choice("Stop reason", all(entries.flatMap(({ stops = [] }) => stops))),
    argument: input("Argument", "search", "text in the arguments of a call"),
    text: input("In transcripts", "search", "text, then Enter")
  }
  const [tokens, time] = [range("Tokens"), range("Time in ms")]
  const status = el("p", { class: "hint", role: "status" })
  const places = el("ol", { class: "hits" })
  const clear = el("button", { type: "button", class: "toggle" }, "Clear")
  const form = el(
    "form",
    { class: "filter", "aria-label": "Filter runs" },
    ...Object.values(fields).map(({ label }) => label),
    tokens.label,
    time.label,
    clear
  )
  form.addEventListener("change", changed)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    changed()
  })
  clear.addEventListener("click", () => {
    form.reset()
    changed()
  })
  return {
    element: el("section", { class: "filter-panel", hidden: true, "aria-label": "Filter" }, form, status, places),
    query: () =>
      ({
        ...Object.fromEntries(
          Object.entries(fields).flatMap(([name, { control }]) => (control.value === "" ? [] : [[name, control.value]]))
        ),
        ...(tokens.value() !== undefined && { tokens: tokens.value() }),
        ...(time.value() !== undefined && { time: time.value() })
      }) as Query,
    show: (found) => {
      status.textContent = statusText(found)
      const hits = [...found.matches].flatMap(([at, runs]) =>
        [...runs.values()].flatMap(({ index, place }) => (place === undefined ? [] : [{ at, index, place }]))
      )
      places.replaceChildren(
        ...more(
          hits.map(
            ({ at, index, place: { after, before, text } }) =>
              () =>
                el(
                  "li",
                  {},
                  el("a", { href: linkTo(entries[at]?.address ?? "", index) }, `${entries[at]?.name ?? ""} #${index}`),
                  el("span", { class: "hit" }, before, el("mark", {}, text), after)
                )
          ),
          SHOWN
        )
      )
    }
  }
}

const statusText = ({ isActive, matches, read, toRead, unread }: SearchResult): string => {
  if (!isActive) return ""
  const runs = [...matches.values()].reduce((sum, one) => sum + one.size, 0)
  const so = read < toRead ? `, ${withCommas(read)} of ${counted(toRead, "cell")} read` : ""
  const lost = unread === 0 ? "" : `; ${counted(unread, "cell")} could not be read`
  return `${counted(runs, "run")} of ${counted(matches.size, "cell")} match${so}${lost}`
}

const choice = (name: string, values: ReadonlyArray<string>, shown = (value: string): string => value) => {
  const control = el(
    "select",
    { "aria-label": name },
    el("option", { value: "" }, "any"),
    ...values.map((value) => {
      const option = el("option", {}, shown(value))
      option.value = value
      return option
    })
  )
  return { control, label: el("label", {}, name, control) }
}

const input = (name: string, type: string, placeholder: string) => {
  const control = el("input", { type, placeholder, "aria-label": name })
  return { control, label: el("label", {}, name, control) }
}

const range = (name: string) => {
  const [least, most] = ["at least", "at most"].map((word) =>
    el("input", { type: "number", min: 0, class: "number", placeholder: word, "aria-label": `${name}, ${word}` })
  ) as [HTMLInputElement, HTMLInputElement]
  return {
    label: el("fieldset", {}, el("legend", {}, name), least, most),
    value: (): Range | undefined =>
      least.value === "" && most.value === ""
        ? undefined
        : {
            ...(least.value !== "" && { least: Number(least.value) }),
            ...(most.value !== "" && { most: Number(most.value) })
          }
  }
}
