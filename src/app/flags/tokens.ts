/**
 * Argv as flags and words, read by `node:util`'s parseArgs. It knows no flag here, so that `--runs --quiet` stays two
 * flags: a value never begins with a dash, unless it is a number or follows a `=`.
 */
import { parseArgs } from "node:util"

export type Token = FlagToken | WordToken

export interface FlagToken {
  readonly kind: "flag"
  /** Without dashes and value. */
  readonly name: string
  /** As it was typed; of letters typed together (`-hv`) each by itself. */
  readonly typed: string
  /** What follows its `=`. */
  readonly value?: string
}

export interface WordToken {
  readonly kind: "word"
  readonly text: string
}

export interface Tokens {
  readonly tokens: ReadonlyArray<Token>
  /** What follows `--`: words, whatever they look like. */
  readonly operands: ReadonlyArray<string>
}

export const argvTokens = (argv: ReadonlyArray<string>): Tokens => {
  const { tokens } = parseArgs({ args: [...argv], strict: false, allowPositionals: true, tokens: true, options: {} })
  const end = tokens.findIndex(({ kind }) => kind === "option-terminator")
  const before = end < 0 ? tokens : tokens.slice(0, end)
  return {
    tokens: before.flatMap((token, at): ReadonlyArray<Token> => {
      const typed = argv[token.index] ?? ""
      if (isWord(typed)) return isFirst(before, at) ? [{ kind: "word", text: typed }] : []
      if (token.kind !== "option" || !typed.startsWith("--")) return isFirst(before, at) ? letters(typed) : []
      return [{ kind: "flag", name: token.name, typed, ...(token.value !== undefined && { value: token.value }) }]
    }),
    operands: end < 0 ? [] : argv.slice((tokens[end]?.index ?? 0) + 1)
  }
}

/** parseArgs takes a negative number for a group of letters, and `--=x` for a flag. */
const isWord = (typed: string): boolean =>
  !typed.startsWith("-") || typed === "-" || typed.startsWith("--=") || negativeNumber.test(typed)

const negativeNumber = /^-(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** parseArgs makes a token of every letter after a single dash. */
const isFirst = (tokens: ReadonlyArray<{ readonly index: number }>, at: number): boolean =>
  tokens[at - 1]?.index !== tokens[at]?.index

/** `-hv` is `-h -v`, and a value belongs to the last letter. */
const letters = (typed: string): ReadonlyArray<FlagToken> => {
  const [names = "", ...rest] = typed.slice(1).split("=")
  const all = names === "" ? [""] : [...names]
  const value = rest.length === 0 ? {} : { value: rest.join("=") }
  return all.map((name, at) => ({ kind: "flag", name, typed: `-${name}`, ...(at === all.length - 1 && value) }))
}
