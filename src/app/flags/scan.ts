/**
 * Which command argv names, which flags it gives with which texts, and which words are left. Flags like --help are taken out first, so
 * that `--runs --help 3` is help about `--runs 3`.
 */
import { type Command, type Flag, flagName, type Flags } from "./Flag.ts"
import { unknownCommand, unknownFlag, wrongValue } from "./mistakes.ts"
import type { Program } from "./Program.ts"
import { isBooleanWord } from "./readValue.ts"
import { type FlagToken, type Token, argvTokens } from "./tokens.ts"

/** The texts that were given for each flag, by the name of the flag's property. */
export type Given = ReadonlyMap<string, ReadonlyArray<string>>

export interface Scanned {
  /** The program's name, and the command's if one is named. */
  readonly path: readonly [program: string, command?: string]
  readonly command: Command
  readonly flags: Given
  readonly words: ReadonlyArray<string>
  readonly actions: Given
  /** Mistakes in flags like --help, which are reported first. */
  readonly actionMistakes: ReadonlyArray<string>
  readonly mistakes: ReadonlyArray<string>
}

export const scan = (program: Program, argv: ReadonlyArray<string>): Scanned => {
  const { operands, tokens } = argvTokens(argv)
  const actions = collector()
  const left = tokens.flatMap((token, at) => {
    if (actions.took(at)) return []
    const known = token.kind === "flag" ? lookUp(token, program.actions) : undefined
    if (token.kind === "word" || known === undefined) return [token]
    actions.collect(known, token, tokens, at)
    return []
  })
  const names = Object.keys(program.commands)
  const flags = collector()
  const words: Array<string> = []
  let path: Scanned["path"] = [program.name]
  let command = program.command
  for (const [at, token] of left.entries()) {
    if (flags.took(at)) continue
    if (token.kind === "flag") {
      const known = lookUp(token, command.flags)
      if (known !== undefined) flags.collect(known, token, left, at)
      else flags.mistakes.push(unknownFlag(token.name, !token.typed.startsWith("--"), command.flags))
      continue
    }
    const mayNameCommand = names.length > 0 && path.length === 1 && words.length === 0
    const named = mayNameCommand && names.includes(token.text) ? program.commands[token.text] : undefined
    if (named !== undefined) {
      path = [program.name, token.text]
      command = named
      continue
    }
    if (mayNameCommand) flags.mistakes.push(unknownCommand(token.text, names))
    words.push(token.text)
  }
  return {
    path,
    command,
    flags: flags.given,
    words: [...words, ...operands],
    actions: actions.given,
    actionMistakes: actions.mistakes,
    mistakes: flags.mistakes
  }
}

/** Collects the texts of flags, and remembers which words it took as their values. */
const collector = () => {
  const given = new Map<string, Array<string>>()
  const mistakes: Array<string> = []
  const taken = new Set<number>()
  return {
    given,
    mistakes,
    took: (at: number): boolean => taken.has(at),
    collect: (known: Known, token: FlagToken, tokens: ReadonlyArray<Token>, at: number): void => {
      const next = tokens[at + 1]
      const its = take(known, token, next?.kind === "word" ? next.text : undefined)
      if (its.next) taken.add(at + 1)
      if ("mistake" in its) mistakes.push(its.mistake)
      else append(given, known.property, its.text)
    }
  }
}

interface Known {
  readonly property: string
  readonly flag: Flag
  readonly isNegated: boolean
}

const lookUp = ({ name }: FlagToken, flags: Flags): Known | undefined => {
  const entries = Object.entries(flags)
  const named = entries.find(([property]) => flagName(property) === name)
  const negated = entries.find(([property, { kind }]) => kind === "boolean" && `no-${flagName(property)}` === name)
  const [property, flag] = named ?? negated ?? entries.find(([, { alias }]) => alias === name) ?? []
  if (property === undefined || flag === undefined) return undefined
  return { property, flag, isNegated: named === undefined && negated !== undefined }
}

/** The text of a flag's value, and whether it is the `next` word. */
type Taken = { readonly next: boolean } & ({ readonly text: string } | { readonly mistake: string })

const take = ({ flag, isNegated, property }: Known, { typed, value }: FlagToken, next: string | undefined): Taken => {
  const name = flagName(property)
  const literal = flag.kind === "boolean" && next !== undefined && isBooleanWord(next) ? next : undefined
  if (isNegated) {
    const text = value ?? literal
    if (text === undefined) return { text: "false", next: false }
    const expected = `omit the value and use ${typed} by itself to set --${name} to false`
    return { mistake: wrongValue(name, text, expected), next: value === undefined }
  }
  if (value !== undefined) return { text: value, next: false }
  if (flag.kind === "boolean") return { text: literal ?? "true", next: literal !== undefined }
  if (flag.kind === "choice" && flag.optionalValue !== undefined) return { text: flag.optionalValue, next: false }
  if (next !== undefined) return { text: next, next: true }
  const expected = flag.kind === "choice" ? flag.choices.join(" | ") : flag.metavar
  return { mistake: wrongValue(name, "", expected), next: false }
}

const append = (given: Map<string, Array<string>>, property: string, text: string): void => {
  const texts = given.get(property)
  if (texts === undefined) given.set(property, [text])
  else texts.push(text)
}
