/**
 * `passhat --completions bash`: a script that teaches a shell to complete passhat's commands, flags and files, generated
 * by effect/cli.
 */
import {
  type ArgumentDescriptor,
  type CommandDescriptor,
  type FlagDescriptor,
  type FlagType,
  generate,
  type Shell
} from "effect/cli/Completions"
import { type Arguments, type Command, type Flag, flagName, type Flags, type PathKind } from "./Flag.ts"
import type { Program } from "./Program.ts"

const shells: { readonly [name: string]: Shell } = {
  zsh: "zsh",
  fish: "fish",
  powershell: "powershell",
  pwsh: "powershell"
}

/** Bash's for `bash` and `sh`. */
export const completionScript = ({ command, commands, name }: Program, shell: string): string =>
  generate(name, shells[shell] ?? "bash", {
    ...descriptorOf(name, command),
    subcommands: Object.entries(commands).map(([one, its]) => descriptorOf(one, its))
  })

const descriptorOf = (name: string, { arguments: args, description, flags }: Command): CommandDescriptor => ({
  name,
  description,
  flags: flagDescriptors(flags),
  arguments: argumentDescriptors(args),
  subcommands: []
})

const flagDescriptors = (flags: Flags): ReadonlyArray<FlagDescriptor> =>
  Object.entries(flags).map(([property, flag]) => ({
    name: flagName(property),
    aliases: flag.alias === undefined ? [] : [flag.alias],
    description: flag.description,
    type: typeOf(flag),
    optionalValue: flag.kind === "choice" && flag.optionalValue !== undefined
  }))

const typeOf = (flag: Flag): FlagType => {
  switch (flag.kind) {
    case "boolean":
      return { _tag: "Boolean" }
    case "integer":
      return { _tag: "Int" }
    case "number":
      return { _tag: "Finite" }
    case "choice":
      return { _tag: "Choice", values: flag.choices }
    case "string":
      return textType(flag.path)
  }
}

/** To the command line a path is a text, which may be a glob. */
const textType = (path: PathKind | undefined) =>
  path === undefined ? ({ _tag: "String" } as const) : ({ _tag: "Path", pathType: path } as const)

const argumentDescriptors = (args: Arguments): ReadonlyArray<ArgumentDescriptor> =>
  Object.entries(args).map(([name, { description, path, required = false, variadic = false }]) => ({
    name,
    description,
    required: required || variadic,
    variadic,
    type: textType(path)
  }))
