/**
 * The table of flags as commands of effect/cli, whose parser is compared with `src/app/flags/parse.ts`.
 */
import assert from "node:assert/strict"
import * as Argument from "effect/cli/Argument"
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"
import * as Table from "../../../src/app/flags/Flag.ts"
import type { Program } from "../../../src/app/flags/Program.ts"

/** Comparable with what `parse` returns. */
export type Outcome =
  | { readonly kind: "run"; readonly run: { readonly command: string | undefined; readonly values: object } }
  | { readonly kind: "help"; readonly command: string | undefined }
  | { readonly kind: "version" }
  | { readonly kind: "completions"; readonly shell: string }
  | { readonly kind: "mistake"; readonly sentence: string }

export const effectParser = (program: Program): ((argv: ReadonlyArray<string>) => Promise<Outcome>) => {
  let outcome: Outcome | undefined
  const settle = (found: Outcome) =>
    Effect.sync(() => {
      outcome = found
    })
  const presenter = CliOutput.layerPresenter({
    present: (event) => {
      if (event._tag === "Version") return settle({ kind: "version" })
      if (event._tag === "Help") return settle({ kind: "help", command: event.commandPath[1] })
      const sentences = event.errors.map(sentenceOf).join(" ")
      return settle({ kind: "mistake", sentence: `${sentences} See ${event.commandPath.join(" ")} --help.` })
    }
  })
  const builtIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] })
  const read = Command.runWith(commandOf(program, settle), { version: "0" })
  return async (argv) => {
    outcome = undefined
    await Effect.runPromise(read(argv).pipe(Effect.ignore, Effect.provide([presenter, builtIns, unused])))
    return outcome ?? assert.fail("effect/cli did nothing")
  }
}

type Settle = (outcome: Outcome) => Effect.Effect<void>

const commandOf = ({ actions, command, commands, name }: Program, settle: Settle) => {
  const names = Object.entries(commands)
  if (names.length === 0) return leafOf(name, command, undefined, settle)
  const leaves = names.map(([one, its]) => leafOf(one, its, one, settle))
  const root = Command.make(name).pipe(Command.withSubcommands(leaves))
  const completions = GlobalFlag.Action({
    flag: GlobalFlag.Completions.flag,
    run: (shell) => settle({ kind: "completions", shell: Option.getOrElse(shell, () => "") })
  })
  return "completions" in actions ? root.pipe(Command.withGlobalFlags([completions])) : root
}

const leafOf = (name: string, { arguments: args, flags }: Table.Command, command: string | undefined, settle: Settle) =>
  Command.make(
    name,
    {
      ...mapValues(flags, (flag, property) => flagOf(Table.flagName(property), flag)),
      ...mapValues(args, (argument, one) => argumentOf(one, argument))
    },
    (values) =>
      settle({
        kind: "run",
        run: { command, values: mapValues(values, (value) => (isOption(value) ? Option.getOrUndefined(value) : value)) }
      })
  )

const flagOf = (name: string, flag: Table.Flag): Flag.Flag<unknown> => {
  switch (flag.kind) {
    case "boolean":
      return flag.default === undefined
        ? Flag.optional(Flag.Boolean(name))
        : Flag.withDefault(Flag.Boolean(name), flag.default)
    case "string": {
      const one = Flag.withMetavar(Flag.String(name), flag.metavar)
      if (flag.repeatable === true) return Flag.atLeast(one, 0)
      if (flag.required === true) return one
      return flag.default === undefined ? Flag.optional(one) : Flag.withDefault(one, flag.default)
    }
    case "integer":
    case "number": {
      const one = Flag.withMetavar(flag.kind === "integer" ? Flag.Int(name) : Flag.Finite(name), flag.metavar)
      return flag.default === undefined ? Flag.optional(one) : Flag.withDefault(one, flag.default)
    }
    case "choice": {
      const one = Flag.Literals(name, flag.choices)
      return Flag.optional(flag.optionalValue === undefined ? one : Flag.withOptionalValue(one, flag.optionalValue))
    }
  }
}

const argumentOf = (name: string, { required, variadic }: Table.Argument): Argument.Argument<unknown> => {
  const one = Argument.String(name)
  if (variadic === true) return required === true ? Argument.atLeast(one, 1) : Argument.variadic(one)
  return required === true ? one : Argument.optional(one)
}

const isOption = (value: unknown): value is Option.Option<unknown> => Option.isOption(value)

const mapValues = <A, B>(
  record: { readonly [name: string]: A },
  change: (value: A, name: string) => B
): { [name: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

/** Without suggestions for values, which effect/cli does not make. */
const sentenceOf = (error: CliError.CliError): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag ${error.option}.${meant(error.suggestions)}`
    case "UnknownSubcommand":
      return `There is no command "${error.subcommand}".${meant(error.suggestions)}`
    case "InvalidValue": {
      const expected = error.expected
        .replace(/^Expected:? /, "")
        .replace("a string representing a finite number", "a number")
      return error.value === ""
        ? `--${error.option} needs a value: ${expected}.`
        : `--${error.option} is "${error.value}", expected ${expected}.`
    }
    default:
      return `${error.message}.`
  }
}

const meant = ([first]: ReadonlyArray<string>): string => (first === undefined ? "" : ` Did you mean ${first}?`)

const never = Effect.die("reading argv asks nothing of the machine")

const unused = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({ columns: never, rows: never, size: never, readInput: never, readLine: never, display: () => never })
  ),
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => never)
  )
)
