/**
 * A catalogue read back from its file: what it says of each tool, argument and definition.
 */
import * as Result from "effect/Result"
import { joinPath } from "../../std/differences.ts"
import { docOf, inside, isDoc, split, textOf, tokensOf, unquoted } from "./tokens.ts"

export interface Fact {
  /** `The tool get_forecast`, `get_forecast: the argument days`. */
  readonly subject: string
  /** The key of what it stands in. */
  readonly within: string
  readonly doc: string
  /** Of tools and types there is no telling. */
  readonly isOptional?: boolean
  /** Its schema, without what has a fact of its own. */
  readonly schema: string
}

export type Facts = ReadonlyMap<string, Fact>

/** By key; fails with what is wrong with the file. */
export const factsOf = (source: string): Result.Result<Facts, string> =>
  Result.gen(function* () {
    const tokens = tokensOf(source)
    const servers = tokens.flatMap((token, at) => (token === "server" && tokens[at + 1] === "(" ? [at] : []))
    const [start = 0] = servers
    if (servers.length !== 1) return yield* Result.fail(`it has ${servers.length} servers, not one`)
    const at = tokens.findIndex((token, index) => index > start && token === "tools" && tokens[index + 2] === "{")
    if (at === -1) return yield* Result.fail("its server has no tools written out")
    const tools = yield* entriesOf(inside(tokens, at + 2))
    const found = [
      ...tools.map((tool) => factsAbout("tool", [tool.name], tool)),
      ...definitionsIn(tokens.slice(0, start)).map((one) => factsAbout("type", [one.name], one))
    ]
    return new Map((yield* Result.all(found)).flat())
  })

interface Entry {
  readonly name: string
  readonly doc: string
  readonly tokens: ReadonlyArray<string>
}

type Noun = "tool" | "type"

/** A struct is looked into, whatever is around it: `Schema.optionalKey(Schema.Array(Schema.Struct({`. */
const factsAbout = (
  noun: Noun,
  path: ReadonlyArray<string>,
  { doc, tokens }: Entry
): Result.Result<ReadonlyArray<readonly [string, Fact]>, string> =>
  Result.gen(function* () {
    const isOptional = isCall(tokens, 0, "optionalKey")
    const schema = isOptional ? inside(tokens, 3) : tokens
    let at = 0
    while (isCall(schema, at) && !isCall(schema, at, "Struct")) at += 4
    const own = isCall(schema, at) ? inside(schema, at + 4) : []
    const around = [...schema.slice(0, at + 5), ...schema.slice(at + 5 + own.length)]
    const fact = {
      subject: subjectOf(noun, path),
      within: keyOf(noun, path.slice(0, -1)),
      doc: `${doc} ${docOf(around)}`.trim(),
      ...(path.length > 1 && { isOptional }),
      schema: textOf(around).replace("Record(String, Never)", "Struct({})")
    }
    const fields = yield* entriesOf(own)
    const inner = yield* Result.all(fields.map((field) => factsAbout(noun, [...path, field.name], field)))
    return [[keyOf(noun, path), fact] as const, ...inner.flat()]
  })

/** In order of keys a thing comes before what stands in it. */
const keyOf = (noun: Noun, path: ReadonlyArray<string>): string =>
  [noun, ...path].map((name) => JSON.stringify(name)).join(" ")

const subjectOf = (noun: Noun, [name = "", ...path]: ReadonlyArray<string>): string =>
  path.length === 0
    ? `The ${noun} ${name}`
    : `${name}: the ${noun === "tool" ? "argument" : "property"} ${path.reduce(joinPath, "")}`

const isCall = (tokens: ReadonlyArray<string>, at: number, name = tokens[at + 2]): boolean =>
  tokens[at] === "Schema" && tokens[at + 1] === "." && tokens[at + 2] === name && tokens[at + 3] === "("

/** The names of an object, each with its comment and its schema. */
const entriesOf = (tokens: ReadonlyArray<string>): Result.Result<ReadonlyArray<Entry>, string> =>
  Result.all(split(tokens, (_, before) => before === ",").map(entryOf))

const entryOf = (tokens: ReadonlyArray<string>): Result.Result<Entry, string> => {
  const colon = tokens.indexOf(":")
  const [name, ...others] = tokens.slice(0, colon).filter((token) => !isDoc(token) && token !== "[" && token !== "]")
  return name === undefined || others.length > 0
    ? Result.fail(`"${textOf(tokens.slice(0, 4))}" is no name with a schema`)
    : Result.succeed({
        name: unquoted(name).replaceAll(/^"|"$/g, ""),
        doc: docOf(tokens.slice(0, colon)),
        tokens: tokens.slice(colon + 1, tokens.at(-1) === "," ? -1 : undefined)
      })
}

const STATEMENT = /^(import|export|const|interface|type)$/

/** Constants that are schemas. What is said about one may stand before its type. */
const definitionsIn = (tokens: ReadonlyArray<string>): ReadonlyArray<Entry> => {
  const statements = split(tokens, (token, before) => !isDoc(before) && (isDoc(token) || STATEMENT.test(token)))
  const named = statements.map((words) => ({ words, name: words.find(isName) ?? "" }))
  return named.flatMap(({ name, words }) => {
    const about = named.filter((other) => other.name === name).map((other) => docOf(other.words.slice(0, 1)))
    const value = words.slice(words.indexOf("=") + 1)
    return value[0] === "Schema" ? [{ name, doc: about.join(" ").trim(), tokens: value }] : []
  })
}

const isName = (token: string): boolean => !isDoc(token) && !STATEMENT.test(token)
