/**
 * A report, a recording, or one beside another: the page of `--reporter html` over what the server reads.
 */
import { showReport } from "../../html/page/app.ts"
import { unpackedCell } from "../../html/page/data.ts"
import { el } from "../../html/page/dom.ts"
import type { OverviewAnswer, ProjectAnswer } from "../Api.ts"
import { ask, askText, onChanges } from "./ask.ts"
import { actionsOn } from "./actionsOn.ts"
import { banner, crumbs } from "./frame.ts"

export const reportPage = async (query: URLSearchParams): Promise<void> => {
  const wrong = banner()
  const asked = Object.fromEntries(query)
  const name = query.get("name") ?? query.get("report") ?? query.get("recording") ?? "report"
  document.body.append(wrong.element)
  const [project, opened] = await Promise.all([
    ask<ProjectAnswer>("/api/project"),
    ask<OverviewAnswer>("/api/overview", asked)
  ])
  if ("problem" in opened || "problem" in project) {
    document.body.prepend(el("header", { class: "bar view-bar" }, el("h1", {}, crumbs(name))))
    return wrong.show("problem" in opened ? opened.problem : "problem" in project ? project.problem : undefined)
  }
  const { overview, version } = opened.value
  document.title = `${name} · passhat view`
  showReport({
    overview,
    read: async (at) => {
      const cell = await askText("/api/cell", { ...asked, at, version })
      if ("problem" in cell) return `${cell.problem.what} ${cell.problem.hint}`
      return cell.value === "" ? undefined : unpackedCell(cell.value)
    },
    around: { name: () => crumbs(name), ...(project.value.actions && actionsOn(query, wrong)) }
  })
  const again = el("button", { type: "button", class: "toggle" }, "Load it again")
  again.addEventListener("click", () => location.reload())
  await onChanges(
    project.value.version,
    () =>
      void ask<OverviewAnswer>("/api/overview", asked).then((now) => {
        if ("problem" in now) wrong.show(now.problem)
        else if (now.value.version !== version) wrong.show({ what: `${name} has changed.`, hint: "" }, again)
      }),
    (problem) => problem !== undefined && wrong.show(problem)
  )
}
