/**
 * Takes a json report that is dropped anywhere on the page, or chosen with a button. The server checks it as `passhat report` does,
 * and writes it nowhere.
 */
import { el } from "../../html/page/dom.ts"
import { send } from "./ask.ts"
import { address, type Banner } from "./frame.ts"

export const dropZone = (wrong: Banner): HTMLElement => {
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
