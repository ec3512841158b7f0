/**
 * Makes elements. Every text is set as a text node or an attribute, so that no text of a trace becomes markup.
 */
import { HIDDEN } from "../../../base/std/escape.ts"
import type { SvgNode } from "../plot/Svg.ts"

export type Child = Node | string | undefined | false
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An attribute or child that is false or undefined is left out. */
export const el = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : escapeLine(String(value)))
  }
  append(element, children)
  return element
}

export const draw = ({ attributes, children, tag }: SvgNode): SVGElement => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, escapeLine(String(value)))
  append(
    element,
    children.map((child) => (typeof child === "string" ? child : draw(child)))
  )
  return element
}

export const append = (parent: Element, children: ReadonlyArray<Child>): void => {
  for (const child of children) {
    if (child === undefined || child === false) continue
    parent.append(typeof child === "string" ? document.createTextNode(escapeLine(child)) : child)
  }
}

/** Writes hidden characters as escapes such as `\u{202e}`, but keeps line breaks and tabs. */
export const escapeLine = (text: string): string =>
  text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  )

export const byId = (id: string): HTMLElement | null => document.getElementById(id)

/** "1 run", "2 runs". */
export const counted = (count: number, noun: string): string => `${withCommas(count)} ${noun}${count === 1 ? "" : "s"}`

/** 12345.5 as 12,345.5, in every locale. */
export const withCommas = (count: number): string => {
  const [whole = "", ...rest] = String(count).split(".")
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".")
}
