/**
 * A recording in progress: the runs that are over as they end, and what the others have done so far. A reader who opens it later sees the same.
 */
import type { CallSoFar, RunUnderWay } from "../../../base/domain/recording/UnderWay.ts"
import { counted, el, withCommas } from "../../html/page/dom.ts"
import { pill, section, value } from "../../html/page/marks.ts"
import { onPaper } from "../../html/page/paper.ts"
import { virtualList } from "../../html/page/virtualList.ts"
import type { KeptRun, LiveAnswer } from "../Api.ts"
import { type Answered, ask, onChanges } from "./ask.ts"
import { address, banner, bar, crumbs, keys } from "./frame.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import { transcriptView } from "../../html/page/transcriptView.ts"

const ROW = 44
const MOST_ROWS = 12

export const livePage = async (file: string): Promise<void> => {
  const top = bar(crumbs(file))
  const wrong = banner()
  const underWay = underWayView()
  const drawer = runDrawer()
  let [journal, kept]: [number, Array<KeptRun>] = [0, []]
  const list = virtualList({
    label: "Recorded runs",
    rowHeight: ROW,
    isPrinted: true,
    row: (at) => {
      // The one that ended last comes first.
      const place = kept.length - 1 - at
      return keptRow(kept[place]!, () => void openRun(place))
    }
  })
  const none = el("p", { class: "hint" }, "No run has ended yet.")
  const recorded = section(
    "Recorded",
    "The latest first. Open one for its transcript.",
    none,
    el("div", { class: "runs" }, list.element)
  )
  document.title = `${file} · passhat view`
  document.body.append(
    top.element,
    wrong.element,
    el("main", { class: "home" }, underWay.element, recorded),
    drawer.element
  )
  keys({})
  onPaper(() => [])

  const openRun = async (at: number): Promise<void> =>
    drawer.show(kept[at]!, await ask("/api/run", { file, journal, at }))

  const take = (now: LiveAnswer): void => {
    const isOther = now.journal !== journal
    if (isOther) kept = []
    journal = now.journal
    for (const run of now.kept) kept.push(run)
    none.hidden = kept.length > 0
    list.element.style.height = `${Math.min(MOST_ROWS, kept.length) * ROW}px`
    if (isOther) list.show(kept.length)
    else if (now.kept.length > 0) list.grow(now.kept.length)
    underWay.show(now.underWay)
    top.state.textContent = now.state === "recording" ? "RECORDING" : "NOT FINISHED"
    top.element.classList.toggle("recording", now.state === "recording")
    top.totals.textContent = totalsOf(now, kept.length)
    wrong.show(now.problem === undefined ? undefined : { what: now.problem, hint: "Record it again with --record." })
  }

  /** One at a time: what was read decides what is asked for next. */
  let reading: Promise<number | undefined> = Promise.resolve(undefined)
  const read = async (): Promise<number | undefined> => {
    const asked = await ask<LiveAnswer>("/api/live", { file, journal, from: kept.length })
    if ("problem" in asked) {
      wrong.show(asked.problem)
      return undefined
    }
    const now = asked.value
    if (now.state === "recorded") location.replace(address({ recording: file }))
    else if (now.state === "gone")
      wrong.show({ what: "The recording has ended without a run.", hint: "Look at what its command printed." })
    else take(now)
    return now.version
  }
  const readNext = (): Promise<number | undefined> => (reading = reading.then(read))
  const version = await readNext()
  await onChanges(
    version ?? 0,
    () => void readNext(),
    (problem) => wrong.show(problem)
  )
}

const totalsOf = ({ agent, model, runs, suite, underWay }: LiveAnswer, kept: number): string =>
  [
    ...(suite === undefined ? [] : [`${suite} · ${agent} · ${model}`]),
    runs === undefined ? `${counted(kept, "run")} recorded` : `${withCommas(kept)} of ${counted(runs, "run")} recorded`,
    ...(underWay.length === 0 ? [] : [`${underWay.length} under way`])
  ].join(" · ")

const keptRow = ({ calls, failed, index, stop, tokens, tools }: KeptRun, open: () => void): HTMLElement => {
  const button = el(
    "button",
    { type: "button", class: "run-row kept-run" },
    el("span", { class: "run" }, `#${index}`),
    el("span", { class: "cost" }, counted(calls, "call")),
    el("span", { class: "cost" }, tokens === undefined ? "" : `${withCommas(tokens)} tokens`),
    el(
      "span",
      { class: "reasons" },
      failed > 0 && pill("fail", `${failed} failed`),
      ...tools.slice(0, 6).map((tool) => pill("plain", tool)),
      calls > 6 && `+${calls - 6}`
    ),
    el("span", { class: "hint" }, stop)
  )
  button.addEventListener("click", open)
  return button
}

const waits: Readonly<Record<string, string>> = {
  servers: "opens or closes its servers",
  model: "waits for the model",
  "back-off": "waits before it asks the model again",
  tool: "waits for a tool",
  agent: "its agent works",
  hook: "a hook of the suite works"
}

/** They are drawn again with each of their calls. */
const MOST_UNDER_WAY = 50

const underWayView = () => {
  const list = el("ul", { class: "now", tabindex: 0, "aria-label": "Runs under way" })
  const rest = el("p", { class: "hint" })
  const element = section("Under way", "The calls so far. Arguments that are long are left out.", list, rest)
  element.hidden = true
  return {
    element,
    /** The list stays, so that it keeps its place and the focus. */
    show: (runs: ReadonlyArray<RunUnderWay>): void => {
      element.hidden = runs.length === 0
      list.replaceChildren(...runs.slice(0, MOST_UNDER_WAY).map(runView))
      rest.hidden = runs.length <= MOST_UNDER_WAY
      rest.textContent = `${withCommas(runs.length - MOST_UNDER_WAY)} more are under way.`
    }
  }
}

const runView = ({ calls, index, made, on, tokens }: RunUnderWay): HTMLElement =>
  el(
    "li",
    { class: "now-run" },
    el(
      "p",
      { class: "who" },
      el("span", { class: "pulse", "aria-hidden": "true" }),
      el("b", {}, `Run #${index}`),
      el(
        "span",
        { class: "hint" },
        `${waits[on] ?? on} · ${counted(made, "call")}${tokens > 0 ? ` · ${withCommas(tokens)} tokens` : ""}`
      )
    ),
    made > calls.length && el("p", { class: "hint" }, `${withCommas(made - calls.length)} earlier calls`),
    el("ol", { class: "calls-so-far", start: made - calls.length + 1 }, ...calls.map(callView))
  )

const states: Readonly<Record<CallSoFar["state"], string>> = { open: "…", answered: "✓", failed: "✕" }
const stateWords: Readonly<Record<CallSoFar["state"], string>> = {
  open: "open",
  answered: "answered",
  failed: "failed"
}

const callView = ({ args, name, server, state }: CallSoFar): HTMLElement =>
  el(
    "li",
    { class: `so-far ${state}` },
    el("span", { class: "state-sign", role: "img", "aria-label": stateWords[state] }, states[state]),
    el("b", {}, name),
    el("span", { class: "hint" }, server),
    args !== undefined && value(args, 160)
  )

/** The transcript of a run of a recording in progress, in a drawer over the page. */
const runDrawer = () => {
  const element = el("dialog", { class: "drawer", "aria-label": "Run" })
  element.addEventListener("click", ({ target }) => target === element && element.close())
  return {
    element,
    show: ({ index, stop, tokens }: KeptRun, answered: Answered<Trace>): void => {
      const close = el(
        "button",
        { type: "button", class: "step close", "aria-label": "Close", title: "Close (Esc)" },
        "✕"
      )
      close.addEventListener("click", () => element.close())
      element.replaceChildren(
        el(
          "header",
          { class: "drawer-head" },
          el("div", { class: "drawer-title" }, el("h2", { tabindex: -1, autofocus: true }, `Run #${index}`), close),
          el(
            "p",
            { class: "pills" },
            tokens !== undefined && pill("plain", `${withCommas(tokens)} tokens`),
            pill("plain", `stopped: ${stop}`)
          )
        ),
        el(
          "div",
          { class: "panel" },
          "problem" in answered
            ? el("p", { class: "missing" }, `${answered.problem.what} ${answered.problem.hint}`)
            : transcriptView(answered.value)
        )
      )
      element.scrollTop = 0
      if (!element.open) element.showModal()
    }
  }
}
