/**
 * Finds the line of a value in a YAML or JSON text that was parsed without an error.
 */

/** The line, from 1, of the deepest part of the path that exists. */
export const lineNumberOf = (text: string, path: ReadonlyArray<PropertyKey>): number => {
  const { at } = descend(text, { at: contentAt(text, 0), value: 0 }, path)
  return text.slice(0, at).split("\n").length
}

/** The offset of an entry of a list or mapping, and of its value. */
interface Entry {
  readonly at: number
  readonly value: number
}

interface Child extends Entry {
  readonly key: string | number
}

const descend = (text: string, entry: Entry, [key, ...rest]: ReadonlyArray<PropertyKey>): Entry => {
  const start = contentAt(text, entry.value)
  const children = /[[{]/.test(text.charAt(start)) ? bracketed(text, start) : indented(text, start)
  const child = children.find((one) => one.key === key)
  return child === undefined ? entry : descend(text, child, rest)
}

/** The offset after white space, comments, anchors, directives and the start of a document. */
const contentAt = (text: string, from: number): number => {
  const skipped = /(?:\s|#.*|&\S+|---(?=\s)|%.*)*/y
  skipped.lastIndex = from
  skipped.test(text)
  return skipped.lastIndex
}

/** The entries of `[...]` or `{...}`. */
const bracketed = (text: string, start: number): ReadonlyArray<Child> => {
  const isList = text[start] === "["
  const children: Array<Child> = []
  let depth = 0
  let entry: number | undefined
  for (const { 0: token, index } of text.slice(start).matchAll(TOKENS)) {
    const at = start + index
    if (token === "[" || token === "{") depth++
    if (token === "]" || token === "}") depth--
    if (depth === 0) break
    if (depth > 1) continue
    if (at === start || token === ",") {
      entry = contentAt(text, at + 1)
      if (isList) children.push({ key: children.length, at: entry, value: entry })
    } else if (token === ":" && !isList && entry !== undefined) {
      children.push({ key: unquoted(text.slice(entry, at)), at: entry, value: at + 1 })
      entry = undefined
    }
  }
  return children
}

/** Quotes and comments hide brackets and commas. */
const TOKENS = /(?<=[\s[{,:])(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|#.*)|[[\]{},:]/g

/** The entries of a list or mapping by indentation: all begin in the column of the first. */
const indented = (text: string, start: number): ReadonlyArray<Child> => {
  const column = start - (text.lastIndexOf("\n", start - 1) + 1)
  // The first entry may follow a dash of the list around it.
  const body = " ".repeat(column) + text.slice(start)
  const end = column === 0 ? -1 : body.search(new RegExp(`^ {0,${column - 1}}[^\\s#]`, "m"))
  const isList = /^-\s/.test(text.slice(start, start + 2))
  const entries = new RegExp(`^ {${column}}(?:-(?=\\s)|(?<key>"(?:\\\\.|[^"\\\\])*"|[^\\s#"].*?)\\s*:(?=\\s|$))`, "gm")
  return [...body.slice(0, end < 0 ? body.length : end).matchAll(entries)]
    .filter(({ groups }) => (groups?.["key"] === undefined) === isList)
    .map(({ 0: found, groups, index }, i) => ({
      key: isList ? i : unquoted(groups?.["key"] ?? ""),
      at: start + index,
      value: start - column + index + found.length
    }))
}

const unquoted = (key: string): string => key.trim().replace(/^(["'])(.*)\1$/, "$2")
