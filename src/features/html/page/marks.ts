/**
 * Small parts of the page. Verdicts have a shape, a word and a colour, never a colour alone.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { Outcome } from "../Overview.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { type Child, el } from "./dom.ts"
import { linkTo } from "./place.ts"

const signs: Readonly<Record<Outcome, string>> = { pass: "✓", fail: "✕", none: "?", skip: "–" }
const words: Readonly<Record<Outcome, string>> = { pass: "pass", fail: "fail", none: "no verdict", skip: "skipped" }

export const mark = (verdict: Outcome): HTMLElement =>
  el(
    "span",
    { class: `mark ${verdict}`, role: "img", "aria-label": words[verdict], title: words[verdict] },
    signs[verdict]
  )

export const pill = (verdict: Outcome | "plain", ...children: ReadonlyArray<Child>): HTMLElement =>
  el(
    "span",
    { class: `pill ${verdict}` },
    verdict !== "plain" && el("b", { "aria-label": words[verdict] }, signs[verdict]),
    ...children
  )

/** A part of the page with a heading and a hint on how to read it. */
export const section = (title: string, hint: string | undefined, ...children: ReadonlyArray<Child>): HTMLElement =>
  el(
    "section",
    { class: "card" },
    el("header", {}, el("h3", {}, title), hint !== undefined && el("p", { class: "hint" }, hint)),
    ...children
  )

/** A value as JSON, never rounded. */
export const value = (json: Json | undefined, max = 300): HTMLElement =>
  el("code", { class: "value" }, json === undefined ? "absent" : shorten(JSON.stringify(json), max))

/** A link to a run of the cell. */
export const runLink = (address: string, run: number): HTMLElement =>
  el("a", { class: "run-link", href: linkTo(address, run) }, `#${run}`)
