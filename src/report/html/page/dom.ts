/**
 * Elements from data. Everything that is shown goes through a text node, so nothing that a trace holds becomes markup.
 */
import { HIDDEN } from "../../hidden.ts"
import type { Shape } from "../plot/Shape.ts"

export type Child = Node | string | undefined | false
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** False and undefined leave an attribute or a child out. */
export const el = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : reveal(String(value)))
  }
  append(element, children)
  return element
}

export const draw = ({ attributes, children, tag }: Shape): SVGElement => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, reveal(String(value)))
  append(
    element,
    children.map((child) => (typeof child === "string" ? child : draw(child)))
  )
  return element
}

export const append = (parent: Element, children: ReadonlyArray<Child>): void => {
  for (const child of children) {
    if (child === undefined || child === false) continue
    parent.append(typeof child === "string" ? document.createTextNode(reveal(child)) : child)
  }
}

/** What hides or reorders text is shown as `\u{202e}`; only line breaks and tabs do what they do. */
export const reveal = (text: string): string =>
  text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  )

export const byId = (id: string): HTMLElement | null => document.getElementById(id)

/** One of "1 run" and "2 runs". */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`

/** 12345 as 12,345, in every locale. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",")
