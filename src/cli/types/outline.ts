/**
 * A catalogue read back from its file: tools and definitions, with their comments, however the file is laid out.
 *
 * It reads what `passhat types` writes and formatters rearrange, not all of TypeScript.
 */
import * as Result from "effect/Result"

/** A name, what is said about it, and its schema. */
export interface Entry {
  readonly name: string
  readonly doc: string
  readonly schema: Outlined
}

export interface Outlined {
  /** The source in one spelling; where there are fields, only what stands around them. */
  readonly text: string
  /** The comments inside, other than those of fields. */
  readonly docs: ReadonlyArray<string>
  readonly fields?: ReadonlyArray<Entry>
}

export interface Outline {
  readonly tools: ReadonlyArray<Entry>
  readonly definitions: ReadonlyArray<Entry>
}

/** Fails with what is wrong. */
export const outline = (source: string): Result.Result<Outline, string> =>
  Result.gen(function* () {
    const tokens = tokensOf(source)
    const servers = tokens.flatMap((token, at) => (token === "server" && tokens[at + 1] === "(" ? [at] : []))
    const [start] = servers
    if (start === undefined || servers.length > 1) return yield* Result.fail(`it has ${servers.length} servers`)
    const at = tokens.findIndex((token, index) => index > start && token === "tools" && tokens[index + 2] === "{")
    if (at === -1) return yield* Result.fail("its server has no list of tools")
    const tools = yield* entriesOf(inside(tokens, at + 2))
    return { tools, definitions: definitionsIn(tokens.slice(0, start)) }
  })

const TOKEN = /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|=>|\S/g

/** Comments that document something stay; a comma before a closing bracket is none. */
const tokensOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith("//") && !/^\/\*(?!\*)/.test(token) && token !== ";")
    .map((token) => (token.startsWith("'") ? doubleQuoted(token) : token))
    .filter((token, at, all) => token !== "," || !/^[\])}]$/.test(all[at + 1] ?? ""))

const doubleQuoted = (token: string): string =>
  `"${token.slice(1, -1).replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`

/** What stands between a bracket and the one that closes it. */
const inside = (tokens: ReadonlyArray<string>, open: number): ReadonlyArray<string> => {
  let depth = 0
  const length = tokens.slice(open).findIndex((token) => {
    depth += depthOf(token)
    return depth === 0
  })
  return tokens.slice(open + 1, length === -1 ? undefined : open + length)
}

const depthOf = (token: string): number => (/^[[({]$/.test(token) ? 1 : /^[\])}]$/.test(token) ? -1 : 0)

const entriesOf = (tokens: ReadonlyArray<string>): Result.Result<ReadonlyArray<Entry>, string> =>
  Result.all(split(tokens).map(entryOf))

/** The parts between commas that are in no further bracket. */
const split = (tokens: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const parts: Array<Array<string>> = [[]]
  let depth = 0
  for (const token of tokens) {
    depth += depthOf(token)
    if (token === "," && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

const entryOf = (tokens: ReadonlyArray<string>): Result.Result<Entry, string> => {
  const words = tokens.filter((token) => !isDoc(token))
  const [name = "", colon] = words[0] === "[" ? [words[1], words[3]] : words
  if (colon !== ":") return Result.fail(`"${words.slice(0, 4).join(" ")}" is no name with a schema`)
  const doc = tokens.slice(0, tokens.findIndex((token) => !isDoc(token))).map(wordsOf).join(" ")
  return Result.map(outlined(tokens.slice(tokens.indexOf(":") + 1)), (schema) => ({
    name: name.replaceAll(/^"|"$/g, ""),
    doc,
    schema
  }))
}

/** Sees through what is around a struct: `Schema.optionalKey(Schema.Array(Schema.Struct({`. */
const outlined = (tokens: ReadonlyArray<string>): Result.Result<Outlined, string> => {
  let at = 0
  while (isCall(tokens, at) && tokens[at + 2] !== "Struct") at += 4
  if (!isCall(tokens, at)) return Result.succeed({ text: textOf(tokens), docs: docsOf(tokens) })
  const own = inside(tokens, at + 4)
  const around = [...tokens.slice(0, at + 5), ...tokens.slice(at + 5 + own.length)]
  return Result.map(entriesOf(own), (fields) => ({ text: textOf(around), docs: docsOf(around), fields }))
}

const isCall = (tokens: ReadonlyArray<string>, at: number): boolean =>
  tokens[at] === "Schema" && tokens[at + 1] === "." && tokens[at + 3] === "("

/** Constants that are schemas; what is said about one may stand before its type. */
const definitionsIn = (tokens: ReadonlyArray<string>): ReadonlyArray<Entry> => {
  const statements = statementsOf(tokens)
  const docsAbout = (name: string): ReadonlyArray<string> =>
    statements.flatMap((words) => (words.find(isName) === name ? docsOf(words.slice(0, 1)) : []))
  return statements.flatMap((words) => {
    const value = words.slice(words.indexOf("=") + 1)
    const name = words.find(isName) ?? ""
    return value[0] === "Schema" && words.includes("const")
      ? Result.match(outlined(value), {
          onSuccess: (schema) => [{ name, doc: docsAbout(name).join(" "), schema }],
          onFailure: () => []
        })
      : []
  })
}

const STATEMENT = /^(import|export|const|interface|type)$/

/** Each begins with its comment or its keyword. */
const statementsOf = (tokens: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const statements: Array<Array<string>> = []
  let depth = 0
  let before = ""
  for (const token of tokens) {
    if (depth === 0 && !isDoc(before) && (isDoc(token) || STATEMENT.test(token))) statements.push([])
    statements.at(-1)?.push(token)
    depth += depthOf(token)
    before = token
  }
  return statements
}

const isName = (token: string): boolean => !isDoc(token) && !STATEMENT.test(token)

const isDoc = (token: string): boolean => token.startsWith("/**")
const docsOf = (tokens: ReadonlyArray<string>): ReadonlyArray<string> => tokens.filter(isDoc).map(wordsOf)
const wordsOf = (doc: string): string => doc.slice(3, -2).replaceAll(/\s*\n\s*\*?\s*|\s+/g, " ").trim()

/** A name that needs no quotes has none. */
const textOf = (tokens: ReadonlyArray<string>): string =>
  tokens
    .filter((token) => !isDoc(token))
    .map((token, at, all) => (all[at + 1] === ":" ? token.replaceAll(/^"([A-Za-z_$][\w$]*)"$/g, "$1") : token))
    .join(" ")
