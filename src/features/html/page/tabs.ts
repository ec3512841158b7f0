/**
 * Tabs, of which one view is shown. Arrow keys go from tab to tab.
 */
import { el } from "./dom.ts"

type Views = ReadonlyArray<readonly [name: string, view: () => HTMLElement]>

export const tabs = (views: Views, first: string, chosen: (name: string) => void): HTMLElement => {
  const panel = el("div", { role: "tabpanel", class: "panel", id: "panel", tabindex: 0 })
  const buttons = views.map(([name]) => el("button", { type: "button", role: "tab", "aria-controls": "panel" }, name))
  const show = (at: number): void => {
    const [name, view] = views[at] ?? views[0]!
    for (const [other, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(other === at))
      button.tabIndex = other === at ? 0 : -1
    }
    panel.setAttribute("aria-label", name)
    panel.replaceChildren(view())
  }
  for (const [at, button] of buttons.entries()) {
    button.addEventListener("click", () => {
      chosen(views[at]?.[0] ?? "")
      show(at)
    })
    button.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
      if (step === undefined) return
      const next = buttons[(at + step + buttons.length) % buttons.length]
      next?.focus()
      next?.click()
    })
  }
  show(
    Math.max(
      0,
      views.findIndex(([name]) => name === first)
    )
  )
  return el("div", { class: "tabbed" }, el("div", { role: "tablist", class: "tabs" }, ...buttons), panel)
}
