/**
 * The text of `--help`, laid out by effect/cli.
 */
import { defaultFormatter } from "effect/cli/CliOutput"
import type { ArgDoc, FlagDoc, HelpDoc, SubcommandDoc } from "effect/cli/HelpDoc"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import { type Arguments, type Command, type Flag, flagName, type Flags } from "./Flag.ts"
import type { Program } from "./Program.ts"

/** Of the program itself if no command is named. */
export const helpText = (program: Program, command: string | undefined): string =>
  defaultFormatter({ colors: false }).formatHelpDoc(
    command === undefined
      ? programDoc(program)
      : commandDoc(program, [program.name, command], program.commands[command])
  )

const programDoc = (program: Program): HelpDoc => {
  const [first, ...others] = Object.entries(program.commands).map(([name, { description }]): SubcommandDoc => ({
    name,
    alias: undefined,
    shortDescription: undefined,
    description
  }))
  const doc = commandDoc(program, [program.name], program.command)
  if (first === undefined) return doc
  return {
    ...doc,
    usage: `${program.name} <subcommand> [flags]`,
    subcommands: [{ group: undefined, commands: [first, ...others] }]
  }
}

const commandDoc = (
  { actions, command: itself, name }: Program,
  path: ReadonlyArray<string>,
  { arguments: args, description, examples, flags }: Command = itself
): HelpDoc => {
  const words = argumentDocs(args)
  return {
    description,
    usage: [...path, "[flags]", ...words.map(usageOf)].join(" "),
    flags: flagDocs(flags),
    globalFlags: flagDocs(actions),
    globalFlagsScope: [name],
    commandPath: path,
    annotations: Context.empty(),
    ...(words.length > 0 && { args: words }),
    ...(examples.length > 0 && { examples })
  }
}

const usageOf = ({ name, required, variadic }: ArgDoc): string => {
  const shown = `<${name}${variadic ? "..." : ""}>`
  return required ? shown : `[${shown}]`
}

const argumentDocs = (args: Arguments): ReadonlyArray<ArgDoc> =>
  Object.entries(args).map(([name, { description, required = false, variadic = false }]) => ({
    name,
    type: "string",
    description: Option.some(description),
    required,
    variadic
  }))

const flagDocs = (flags: Flags): ReadonlyArray<FlagDoc> =>
  Object.entries(flags).map(([property, flag]) => ({
    name: flagName(property),
    aliases: flag.alias === undefined ? [] : [`-${flag.alias}`],
    type: typeOf(flag),
    description: Option.some(
      flag.kind === "choice" ? `${flag.description} (choices: ${flag.choices.join(", ")})` : flag.description
    ),
    required: flag.kind === "string" && flag.required === true
  }))

const typeOf = (flag: Flag): string => {
  if (flag.kind === "boolean") return "boolean"
  return flag.kind === "choice" && flag.optionalValue !== undefined ? `[=${flag.metavar}]` : flag.metavar
}
