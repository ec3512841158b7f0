/**
 * Arguments in, an exit code out, one sentence for whoever mistyped.
 */
import process from "node:process"
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import { nearest } from "../std/nearest.ts"
import { exitWith } from "./exitWith.ts"
import { stderr, stdout } from "./output.ts"
import { type Environment, platform } from "./platform.ts"
import type { Usage } from "./Usage.ts"
import { version } from "./version.ts"

/** What a handler does with work that comes to an exit code. */
export type Finish = <E extends Usage, R extends Environment>(
  work: Effect.Effect<number, E, R>
) => Effect.Effect<void, E, R>

/** Does what the arguments ask for, and leaves the process with its exit code once everything is written. */
export const commandLine = <Name extends string, Input, Context>(
  make: (finish: Finish) => Command.Command<Name, Input, Context, Usage, Environment>
): Promise<void> => {
  let code = 2
  const settle = (done: number) => {
    code = done
  }
  return exitWith(
    Command.runWith(make(Effect.map(settle)), { version })(process.argv.slice(2)).pipe(
      Effect.catchIf(
        (error) => error._tag !== "Usage",
        (error) => Effect.sync(() => settle(error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : 2))
      ),
      Effect.provide([usage(settle), CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] }), platform]),
      Effect.map(() => code)
    )
  )
}

/** A mistyped command gets a sentence; help and version go to standard output. */
const usage = (settle: (code: number) => void) =>
  CliOutput.layerPresenter({
    present: (event) => {
      if (event._tag === "InvalidInvocation") {
        return stderr(`${event.errors.map(sentence).join(" ")} See ${event.commandPath.join(" ")} --help.\n`)
      }
      settle(0)
      return stdout(`${event._tag === "Version" ? event.version : formatter.formatHelpDoc(event.helpDoc)}\n`)
    }
  })

const formatter = CliOutput.defaultFormatter({ colors: false })

const sentence = (error: CliError.CliError): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag ${error.option}.${meant(error.suggestions)}`
    case "UnknownSubcommand":
      return `There is no command "${error.subcommand}".${meant(error.suggestions)}`
    case "InvalidValue":
      return error.value === ""
        ? `--${error.option} needs a value: ${wanted(error.expected)}.`
        : `--${error.option} is "${error.value}", expected ${wanted(error.expected)}.${choice(error)}`
    default:
      return `${error.message}.`
  }
}

/** The library's words for a value, as a person would say them. */
const wanted = (expected: string): string =>
  expected.replace(/^Expected:? /, "").replace("a string representing a finite number", "a number")

/** The library suggests commands and flags; the values of a flag it only lists. */
const choice = ({ expected, value }: CliError.InvalidValue): string => {
  const close = nearest(
    value,
    [...expected.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => name ?? [])
  )
  return meant(close === undefined ? [] : [close])
}

const meant = (suggestions: ReadonlyArray<string>): string =>
  suggestions[0] === undefined ? "" : ` Did you mean ${suggestions[0]}?`
