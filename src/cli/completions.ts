/**
 * `passhat --completions bash`: a script that teaches a shell to complete passhat's commands, flags and files.
 */
import * as Completions from "effect/cli/Completions"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Finish } from "./commandLine.ts"
import { stdout } from "./output.ts"

export const completions = (finish: Finish) =>
  GlobalFlag.Action({
    flag: GlobalFlag.Completions.flag,
    run: (shell, { command }) =>
      finish(
        Effect.as(
          stdout(
            `${Completions.generate(
              command.name,
              Option.getOrElse(shell, () => "bash"),
              withPaths(Completions.fromCommand(command))
            )}\n`
          ),
          0
        )
      )
  })

/** The flags and arguments that a shell completes with files. To the command line they are texts, which may be globs. */
const paths = new Map<string, "file" | "directory" | "either">([
  ["files", "either"],
  ["report", "file"],
  ["reports", "file"],
  ["cassette", "either"],
  ["cassettes", "directory"],
  ["tools-from", "file"],
  ["check", "file"]
])

const withPaths = (descriptor: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
  ...descriptor,
  flags: descriptor.flags.map(withPath),
  arguments: descriptor.arguments.map(withPath),
  subcommands: descriptor.subcommands.map(withPaths)
})

const withPath = <A extends Completions.FlagDescriptor | Completions.ArgumentDescriptor>(one: A): A => {
  const pathType = paths.get(one.name)
  return pathType === undefined ? one : { ...one, type: { _tag: "Path", pathType } }
}
