/**
 * Buttons that copy something as text. Where a browser does not let a page copy, the text is shown to be copied by hand.
 */
import { el } from "./dom.ts"

export type CopyText = readonly [name: string, text: () => string]

export const copyAs = (texts: ReadonlyArray<CopyText>): HTMLElement => {
  const status = el("span", { class: "hint", role: "status" })
  return el(
    "p",
    { class: "copy-as" },
    el("span", { class: "hint" }, "Copy as"),
    ...texts.map(([name, text]) => {
      const button = el("button", { type: "button", class: "more" }, name)
      button.addEventListener("click", () => {
        void written(text()).then((isCopied) => {
          status.textContent = isCopied ? `Copied: ${name}` : ""
          if (!isCopied) showText(name, text())
        })
      })
      return button
    }),
    status
  )
}

const written = (text: string): Promise<boolean> =>
  globalThis.navigator.clipboard === undefined
    ? Promise.resolve(false)
    : navigator.clipboard.writeText(text).then(
        () => true,
        () => false
      )

const showText = (name: string, text: string): void => {
  const area = el("textarea", { readonly: true, rows: 16, "aria-label": name })
  area.value = text
  const close = el("button", { type: "button", class: "toggle" }, "Close")
  const dialog = el("dialog", { class: "help copied", "aria-label": name }, el("h2", {}, name), area, close)
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("close", () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  area.select()
}
