/**
 * The parts that all pages of `passhat view` have: the bar with its links, and a line for what is wrong.
 */
import { type Child, el } from "../../html/page/dom.ts"
import { nextTheme } from "../../html/page/verdictBar.ts"
import type { ApiProblem } from "../Api.ts"

/** The address of a page: `?report=run.json`. */
export const address = (query: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(Object.entries(query))}`

/** Leads back to the list. */
export const crumbs = (...names: ReadonlyArray<string>): HTMLElement =>
  el(
    "span",
    { class: "name crumbs" },
    el("a", { href: "/", title: "All reports and recordings" }, "passhat"),
    ...names.flatMap((name): ReadonlyArray<Child> => [
      el("span", { "aria-hidden": "true" }, "/"),
      el("span", { class: "crumb", title: name }, name)
    ])
  )

export interface Bar {
  readonly element: HTMLElement
  readonly state: HTMLElement
  readonly totals: HTMLElement
  readonly controls: HTMLElement
}

export const bar = (name: HTMLElement, ...controls: ReadonlyArray<Child>): Bar => {
  const theme = el(
    "button",
    { type: "button", class: "quiet", title: "Light, dark, or as the system has it (t)", "aria-keyshortcuts": "t" },
    "Theme"
  )
  theme.addEventListener("click", nextTheme)
  const state = el("strong", { class: "verdict" })
  const totals = el("p", { class: "totals", role: "status" })
  const buttons = el("div", { class: "controls" }, ...controls, theme)
  return {
    element: el("header", { class: "bar view-bar" }, el("h1", {}, name, state), totals, buttons),
    state,
    totals,
    controls: buttons
  }
}

export interface Banner {
  readonly element: HTMLElement
  readonly show: (problem: ApiProblem | undefined, ...children: ReadonlyArray<Child>) => void
}

/** A line above everything; hidden while nothing is wrong. */
export const banner = (): Banner => {
  const element = el("p", { class: "banner", role: "alert", hidden: true })
  return {
    element,
    show: (problem, ...children) => {
      element.hidden = problem === undefined
      if (problem !== undefined) {
        element.replaceChildren(el("b", {}, problem.what), " ", el("span", {}, problem.hint))
        element.append(...children.filter((child) => child !== undefined && child !== false))
      }
    }
  }
}

export const keys = (shortcuts: Readonly<Record<string, () => void>>): void =>
  document.addEventListener("keydown", (event) => {
    const { target } = event
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    const act = { t: nextTheme, ...shortcuts }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })

/** 2026-11-17 16:40, in the time of the reader. */
export const timeText = (at: number | string): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ""
  const two = (n: number): string => String(n).padStart(2, "0")
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-")
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
