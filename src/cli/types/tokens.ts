/**
 * The words of a catalogue's source, in one spelling however the file is laid out.
 *
 * They tell what `passhat types` writes and formatters rearrange, not all of TypeScript.
 */

const TOKEN = /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|=>|\S/g

/** Comments that document something stay; semicolons and commas that end a list do not. */
export const tokensOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(TOKEN)]
    .map(([token]) => (token.startsWith("'") ? doubleQuoted(token) : token))
    .filter((token) => !token.startsWith("//") && !/^\/\*(?!\*)/.test(token) && token !== ";")
    .filter((token, at, all) => token !== "," || !isClosing(all[at + 1]))

/** What stands between the bracket at an index and the one that closes it. */
export const inside = (tokens: ReadonlyArray<string>, open: number): ReadonlyArray<string> => {
  let depth = 0
  const length = tokens.slice(open).findIndex((token) => (depth += depthOf(token)) === 0)
  return tokens.slice(open + 1, length === -1 ? undefined : open + length)
}

/** Parts that begin wherever the test says so, outside of brackets. */
export const split = (
  tokens: ReadonlyArray<string>,
  begins: (token: string, before: string) => boolean
): ReadonlyArray<ReadonlyArray<string>> => {
  const parts: Array<Array<string>> = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (at === 0 || (depth === 0 && begins(token, tokens[at - 1] ?? ""))) parts.push([])
    parts.at(-1)?.push(token)
    depth += depthOf(token)
  }
  return parts
}

export const isDoc = (token: string): boolean => token.startsWith("/**")

/** The words of the comments among the tokens. */
export const docOf = (tokens: ReadonlyArray<string>): string =>
  tokens
    .filter(isDoc)
    .map((doc) => doc.slice(3, -2).replaceAll(/\n\s*\*/g, " "))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** The source without comments, and without `Schema.`, which says nothing here. */
export const textOf = (tokens: ReadonlyArray<string>): string =>
  tokens
    .filter((token) => !isDoc(token))
    .filter(
      (token, at, all) => !(token === "Schema" && all[at + 1] === ".") && !(token === "." && all[at - 1] === "Schema")
    )
    .map(
      (token, at, all) =>
        `${at > 0 && isApart(all[at - 1] ?? "", token) ? " " : ""}${all[at + 1] === ":" ? unquoted(token) : token}`
    )
    .join("")

const isApart = (before: string, token: string): boolean =>
  !/^[.,:()[\]]$/.test(token) && !/^[.([]$/.test(before) && !(before === "{" && token === "}")

/** A name that needs no quotes has none. */
export const unquoted = (token: string): string => token.replace(/^"([A-Za-z_$][\w$]*)"$/, "$1")

const isClosing = (token: string | undefined): boolean => token === ")" || token === "]" || token === "}"

const depthOf = (token: string): number => (/^[[({]$/.test(token) ? 1 : isClosing(token) ? -1 : 0)

const doubleQuoted = (token: string): string =>
  `"${token
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll(/(?<!\\)"/g, '\\"')}"`
