/**
 * The first page: every recording in progress, every report and every recording of the project. Two of a kind can be compared, and
 * a report from elsewhere can be dropped.
 */
import { append, counted, el } from "../../html/page/dom.ts"
import { mark, section } from "../../html/page/marks.ts"
import { virtualList } from "../../html/page/virtualList.ts"
import type { ListedFile, ListedRecording, ListedUnfinished, ProjectAnswer, Summary } from "../Api.ts"
import { type Answered, ask, onChanges, send } from "./ask.ts"
import { chosenPair, jobsView, summaries } from "./chosenPair.ts"
import { type Banner, address, banner, bar, crumbs, keys, timeText } from "./frame.ts"

const ROW = 58
const MOST_ROWS = 10

export const homePage = async (): Promise<void> => {
  const find = el("input", { type: "search", placeholder: "Find  /", "aria-label": "Find", "aria-keyshortcuts": "/" })
  const history = el("a", { class: "toggle", href: address({ history: "" }), hidden: true }, "History")
  const top = bar(crumbs(), find, history)
  const wrong = banner()
  const drop = dropZone(wrong)
  const parts = el("main", { class: "home", id: "home" })
  document.body.append(top.element, wrong.element, parts)
  const asked = await ask<ProjectAnswer>("/api/project")
  if ("problem" in asked) return wrong.show(asked.problem)
  let project = asked.value
  const pair = chosenPair()
  const read = summaries()
  const unfinished = el("div")
  const jobs = el("div")
  const reports = fileList("Reports", "The newest first.", NO_REPORTS, (file) => reportRow(file, read, pair.box))
  const recordings = fileList("Recordings", "Open one for its transcripts.", NO_RECORDINGS, (file) =>
    recordingRow(file, read, pair.box)
  )
  const cut = el(
    "p",
    { class: "missing", hidden: true },
    "The folder is too large to be looked through: some files are missing here."
  )

  const draw = (): void => {
    const text = find.value.toLowerCase()
    const isAsked = (file: ListedFile): boolean => namesOf(file).toLowerCase().includes(text)
    document.title = `${project.folder} · passhat view`
    top.totals.replaceChildren(
      `${project.folder} · ${counted(project.reports.length, "report")}, ${counted(project.recordings.length, "recording")}`
    )
    history.hidden = !project.hasHistory
    cut.hidden = !project.isCut
    unfinished.replaceChildren(...unfinishedView(project.unfinished))
    jobs.replaceChildren(...jobsView(project.jobs))
    reports.show(project.reports.filter(isAsked), text)
    recordings.show(project.recordings.filter(isAsked), text)
  }

  append(parts, [cut, unfinished, jobs, reports.element, recordings.element, drop, pair.element])
  find.addEventListener("input", draw)
  keys({ "/": () => find.focus(), h: () => !history.hidden && location.assign(history.href) })
  draw()
  await onChanges(
    project.version,
    () =>
      void ask<ProjectAnswer>("/api/project").then((now) => {
        if ("problem" in now) return wrong.show(now.problem)
        project = now.value
        draw()
      }),
    (problem) => wrong.show(problem)
  )
}

const NO_REPORTS = "There is no json report yet. Make one with passhat run --with-traces --reporter json=run.json."
const NO_RECORDINGS = "There is no recording yet. Make one with passhat run --record."

const namesOf = (file: ListedFile): string => {
  const { of } = file as ListedRecording
  return of === undefined ? file.file : `${file.file} ${of.suite} ${of.agent} ${of.model}`
}

interface FileList<in A> {
  readonly element: HTMLElement
  readonly show: (files: ReadonlyArray<A>, text: string) => void
}

/** Keeps its place while files change. */
const fileList = <A extends ListedFile>(
  title: string,
  hint: string,
  none: string,
  row: (file: A) => HTMLElement
): FileList<A> => {
  let shown: ReadonlyArray<A> = []
  let drawn = ""
  const list = virtualList({ label: title, rowHeight: ROW, isPrinted: true, row: (at) => row(shown[at]!) })
  const empty = el("p", { class: "hint" })
  return {
    element: section(title, hint, el("div", { class: "files" }, list.element), empty),
    show: (files, text) => {
      const now = JSON.stringify(files)
      if (now === drawn) return
      drawn = now
      shown = files
      empty.hidden = files.length > 0
      empty.textContent = text === "" ? none : "None is called that."
      list.element.style.height = `${Math.min(MOST_ROWS, files.length) * ROW}px`
      list.show(files.length)
    }
  }
}

type Read = ReturnType<typeof summaries>
type Box = ReturnType<typeof chosenPair>["box"]

const reportRow = (file: ListedFile, read: Read, box: Box): HTMLElement => {
  const sign = el("span", { class: "sign" })
  const about = el("span", { class: "facts" })
  read("report", file, (summary) => {
    sign.replaceChildren("problem" in summary ? mark("none") : mark(summary.value.verdict ?? "none"))
    about.replaceChildren(factsOf(summary, true))
  })
  return el(
    "div",
    { class: "file" },
    el(
      "a",
      { class: "file-link", href: address({ report: file.file }) },
      sign,
      el("span", { class: "about" }, el("span", { class: "title" }, file.file), about)
    ),
    el("time", { class: "when" }, timeText(file.changed)),
    box("report", file.file)
  )
}

const recordingRow = (file: ListedRecording, read: Read, box: Box): HTMLElement => {
  const about = el("span", { class: "facts" })
  const where = file.of === undefined ? file.file : `${file.of.suite} · ${file.of.model}`
  about.replaceChildren(where)
  read("recording", file, (summary) => about.replaceChildren(`${where} · ${factsOf(summary, false)}`))
  return el(
    "div",
    { class: "file" },
    el(
      "a",
      { class: "file-link", href: address({ recording: file.file }), title: file.file },
      el("span", { class: "about" }, el("span", { class: "title" }, file.of?.agent ?? file.file), about)
    ),
    el("time", { class: "when" }, file.of === undefined ? "" : timeText(file.of.at)),
    box("recording", file.file)
  )
}

const factsOf = (summary: Answered<Summary>, isReport: boolean): string => {
  if ("problem" in summary) return summary.problem.what
  const { cells, runs, status } = summary.value
  const counts = isReport ? `${counted(cells, "cell")}, ${counted(runs, "run")}` : counted(runs, "run")
  return status === undefined || status === "complete" ? counts : `${counts}, ${status}`
}

const unfinishedView = (all: ReadonlyArray<ListedUnfinished>): ReadonlyArray<HTMLElement> =>
  all.length === 0
    ? []
    : [
        section(
          all.some(({ isRunning }) => isRunning) ? "Recording now" : "Not finished",
          undefined,
          el(
            "ul",
            { class: "unfinished" },
            ...all.map(({ file, isRunning }) =>
              el(
                "li",
                {},
                el("span", { class: isRunning ? "pulse" : "pulse still", "aria-hidden": "true" }),
                el("a", { href: address({ live: file }) }, file),
                el(
                  "span",
                  { class: "hint" },
                  isRunning ? "watch it" : "nothing records it; go on with --record=missing"
                )
              )
            )
          )
        )
      ]

/**
 * Takes a json report that is dropped anywhere on the page, or chosen with a button. The server checks it as `passhat report` does,
 * and writes it nowhere.
 */
const dropZone = (wrong: Banner): HTMLElement => {
  const input = el("input", {
    type: "file",
    accept: ".json,application/json",
    "aria-label": "Open a json report from elsewhere"
  })
  const element = el(
    "section",
    { class: "drop" },
    el("p", {}, el("b", {}, "Drop a json report"), " anywhere on this page, or choose one: "),
    input,
    el("p", { class: "hint" }, "It is checked and shown, and kept nowhere.")
  )
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const answered = await send<{ readonly id: string }>("/api/drop", { name: file.name }, file)
    if ("problem" in answered) wrong.show(answered.problem)
    else location.assign(address({ dropped: answered.value.id, name: file.name }))
  }
  input.addEventListener("change", () => void take(input.files?.[0]))
  document.addEventListener("dragover", (event) => {
    event.preventDefault()
    document.body.classList.add("dragging")
  })
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dragging")
  })
  document.addEventListener("drop", (event) => {
    event.preventDefault()
    document.body.classList.remove("dragging")
    void take(event.dataTransfer?.files[0])
  })
  return element
}
