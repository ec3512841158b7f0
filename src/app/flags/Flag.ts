/**
 * What the table says about a command, its flags and its positional arguments, and the types of the values that follow
 * from it.
 */

/** What a shell completes a text with. */
export type PathKind = "file" | "directory" | "either"

interface Described {
  readonly description: string
  /** One letter: `-h` for `--help`. */
  readonly alias?: string
}

/** Every boolean flag can be negated: `--no-color`. */
export interface BooleanFlag extends Described {
  readonly kind: "boolean"
  readonly default?: boolean
}

export interface StringFlag extends Described {
  readonly kind: "string"
  readonly metavar: string
  readonly default?: string
  readonly required?: true
  readonly repeatable?: true
  readonly path?: PathKind
}

export interface NumberFlag extends Described {
  readonly kind: "integer" | "number"
  readonly metavar: string
  readonly default?: number
}

export interface ChoiceFlag extends Described {
  readonly kind: "choice"
  readonly metavar: string
  readonly choices: ReadonlyArray<string>
  /** The value of the flag when it is given without one. Another value then has to follow a `=`. */
  readonly optionalValue?: string
}

export type Flag = BooleanFlag | StringFlag | NumberFlag | ChoiceFlag

/** By the name of the property that holds the value: `liveTools` for `--live-tools`. */
export type Flags = { readonly [property: string]: Flag }

export interface Argument {
  readonly description: string
  readonly required?: true
  /** Takes all words that are left. */
  readonly variadic?: true
  readonly path?: PathKind
}

/** In the order in which words are assigned to them. */
export type Arguments = { readonly [name: string]: Argument }

export interface Command {
  readonly description: string
  readonly examples: ReadonlyArray<{ readonly command: string; readonly description: string }>
  readonly flags: Flags
  readonly arguments: Arguments
}

/** Commands by their names. */
export interface Commands {
  readonly [name: string]: Command
}

/** What a command's handler receives: one property per flag and per argument. */
export type Values<C extends Pick<Command, "flags" | "arguments">> = FlagValues<C["flags"]> & {
  readonly [Name in keyof C["arguments"]]: ArgumentValue<C["arguments"][Name]>
}

export type FlagValues<F extends Flags> = { readonly [Property in keyof F]: FlagValue<F[Property]> }

type FlagValue<F extends Flag> = F extends { readonly repeatable: true }
  ? ReadonlyArray<One<F>>
  : F extends { readonly required: true } | { readonly default: unknown }
    ? One<F>
    : One<F> | undefined

type One<F extends Flag> = F extends ChoiceFlag
  ? F["choices"][number]
  : F extends BooleanFlag
    ? boolean
    : F extends NumberFlag
      ? number
      : string

type ArgumentValue<A extends Argument> = A extends { readonly variadic: true }
  ? ReadonlyArray<string>
  : A extends { readonly required: true }
    ? string
    : string | undefined

/** The name of a flag as it is typed, without its dashes. */
export const flagName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The value of a flag that is not given. */
export const defaultOf = (flag: Flag): unknown => {
  if (flag.kind === "string" && flag.repeatable === true) return []
  return "default" in flag ? flag.default : undefined
}
