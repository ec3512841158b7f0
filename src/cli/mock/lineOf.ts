/**
 * Where a value stands in the text of a YAML or JSON file that was read without a complaint.
 */

/** The line, from 1, of the last part of the path that is there. */
export const lineOf = (text: string, path: ReadonlyArray<PropertyKey>): number => {
  const { at } = descend(text, { at: contentAt(text, 0), value: 0 }, path)
  return text.slice(0, at).split("\n").length
}

/** Where an entry of a list or mapping begins, and where its value does. */
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

/** Behind white space, comments, anchors and what opens a document. */
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

/** The entries of a list or mapping by indentation: they stand in the column of the first one. */
const indented = (text: string, start: number): ReadonlyArray<Child> => {
  const column = start - (text.lastIndexOf("\n", start - 1) + 1)
  // The first entry may stand behind a dash that is not its own.
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
