/**
 * Argv in, the values of the table's flags out, or one line for the person who mistyped.
 */
import type { CommandName, ValuesOf } from "./commands.ts"
import { type Argument, type Command, defaultOf, type Flag, flagName } from "./Flag.ts"
import { missingArgument, missingFlag, unexpectedArguments, wrongValue } from "./mistakes.ts"
import { passhat, type Program, suiteProgram } from "./Program.ts"
import { readValue } from "./readValue.ts"
import type { RunFlags } from "./runFlags.ts"
import { type Given, scan } from "./scan.ts"

/** What to run: a command of passhat with its values, or the flags of a suite file. */
export type Parsed<A> = { readonly kind: "run"; readonly run: A } | Printed

/** What is printed instead of running anything. */
export type Printed =
  | { readonly kind: "help"; readonly program: Program; readonly command: string | undefined }
  | { readonly kind: "version" }
  | { readonly kind: "completions"; readonly shell: string }
  | { readonly kind: "mistake"; readonly sentence: string }

/** A command and the values for its handler. */
export type Invocation<Name extends CommandName = CommandName> = {
  [One in Name]: { readonly command: One; readonly values: ValuesOf<One> }
}[Name]

export const parsePasshat = (argv: ReadonlyArray<string>): Parsed<Invocation> => {
  const parsed = parse(passhat, argv)
  return parsed.kind === "run" ? { kind: "run", run: parsed.run as Invocation } : parsed
}

/** The flags of a suite file that is the program. */
export const parseSuiteFile = (file: string, suite: string, argv: ReadonlyArray<string>): Parsed<RunFlags> => {
  const parsed = parse(suiteProgram(file, suite), argv)
  return parsed.kind === "run" ? { kind: "run", run: parsed.run.values as RunFlags } : parsed
}

interface Run {
  /** Undefined if the program is a suite file. */
  readonly command: string | undefined
  readonly values: { readonly [property: string]: unknown }
}

export const parse = (program: Program, argv: ReadonlyArray<string>): Parsed<Run> => {
  const { actionMistakes, actions, command, flags, mistakes, path, words } = scan(program, argv)
  const mistaken = (sentences: ReadonlyArray<string>): Parsed<Run> => ({
    kind: "mistake",
    sentence: `${sentences.join(" ")} See ${path.join(" ")} --help.`
  })
  if (actionMistakes.length > 0) return mistaken([...actionMistakes, ...mistakes])
  for (const [property, flag] of Object.entries(program.actions)) {
    if (!actions.has(property)) continue
    const read = flagValue(property, flag, actions)
    if ("mistake" in read) return mistaken([read.mistake])
    if (property === "help") return { kind: "help", program, command: path[1] }
    return property === "version" ? { kind: "version" } : { kind: "completions", shell: String(read.value) }
  }
  if (mistakes.length > 0) return mistaken(mistakes)
  const values = valuesOf(command, flags, words)
  if ("mistake" in values) return mistaken([values.mistake])
  if (path.length === 1 && Object.keys(program.commands).length > 0)
    return { kind: "help", program, command: undefined }
  return { kind: "run", run: { command: path[1], ...values } }
}

type Mistake = { readonly mistake: string }

const valuesOf = (
  { arguments: named, flags }: Command,
  given: Given,
  words: ReadonlyArray<string>
): Pick<Run, "values"> | Mistake => {
  const values: Record<string, unknown> = {}
  for (const [property, flag] of Object.entries(flags)) {
    const read = flagValue(property, flag, given)
    if ("mistake" in read) return read
    values[property] = read.value
  }
  let left = words
  for (const [name, argument] of Object.entries<Argument>(named)) {
    const taken = argument.variadic === true ? left : left.slice(0, 1)
    if (argument.required === true && taken.length === 0) return { mistake: missingArgument(name) }
    values[name] = argument.variadic === true ? taken : taken[0]
    left = left.slice(taken.length)
  }
  return left.length > 0 ? { mistake: unexpectedArguments(left) } : { values }
}

const flagValue = (property: string, flag: Flag, given: Given): { readonly value: unknown } | Mistake => {
  const name = flagName(property)
  const texts = given.get(property) ?? []
  if (flag.kind === "string" && flag.repeatable === true) return { value: texts }
  const [text] = texts
  if (text === undefined) {
    if (flag.kind === "string" && flag.required === true) return { mistake: missingFlag(name) }
    return { value: defaultOf(flag) }
  }
  if (texts.length > 1) return { mistake: wrongValue(name, `${texts.length} occurrences`, "at most 1 value") }
  const read = readValue(flag, text)
  return "value" in read ? read : { mistake: wrongValue(name, text, read.expected, read.candidates) }
}
