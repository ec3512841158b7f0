/**
 * The dialog that lists the keys of the page.
 */
import { el } from "./dom.ts"

const keys: ReadonlyArray<readonly [string, string]> = [
  ["j  k", "next and previous cell"],
  ["↑  ↓", "in a list, from row to row"],
  ["Enter", "open"],
  ["[  ]", "in a run, the one before and the next"],
  ["Esc", "close"],
  ["f", "failures only"],
  ["d", "only what is different from the baseline"],
  ["s", "filter runs, and search all transcripts"],
  ["/", "find a cell"],
  ["t", "light, dark, or as the system has it"],
  ["?", "these keys"]
]

export const help = (): HTMLDialogElement => {
  const close = el("button", { type: "button", class: "toggle" }, "Close")
  const dialog = el(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("dl", {}, ...keys.flatMap(([key, word]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, word)])),
    close
  )
  close.addEventListener("click", () => dialog.close())
  return dialog
}
