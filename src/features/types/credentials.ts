/**
 * What a server is reached with, as flags name it: headers and variables whose values are taken from the environment, so that no value is
 * in the command line.
 */
import * as Effect from "effect/Effect"
import type { Environment } from "../../base/std/Environment.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** A header or a variable, and the variable of the environment that has its value. */
export interface Credential {
  readonly name: string
  readonly variable: string
  /** What is written before the value: `Bearer`. */
  readonly scheme?: string
}

/** `--header NAME=VARIABLE`, or `--header "NAME=Bearer VARIABLE"`. */
export const headersFrom = (flags: ReadonlyArray<string>, environment: Environment) =>
  Effect.forEach(flags, (flag): Effect.Effect<Credential, UsageError> => {
    const [, name = "", scheme, variable = ""] = /^([\w!#$%&'*+.^`|~-]+)=(?:(\w+) )?(\S+)$/.exec(flag) ?? []
    if (name === "") {
      return Effect.fail(
        new UsageError({
          what: "--header takes the name of a header and the name of a variable, with = between them.",
          hint: 'Write it like this: --header Authorization=MY_HEADER, or --header "Authorization=Bearer MY_TOKEN".'
        })
      )
    }
    return known({ name, variable, ...(scheme !== undefined && { scheme }) }, `--header ${name}`, environment)
  })

/** `--env NAME` */
export const variablesFrom = (flags: ReadonlyArray<string>, environment: Environment) =>
  Effect.forEach(flags, (name) => known({ name, variable: name }, "--env", environment))

export const valuesOf = (credentials: ReadonlyArray<Credential>, environment: Environment) =>
  Object.fromEntries(
    credentials.map(({ name, scheme, variable }) => [
      name,
      `${scheme === undefined ? "" : `${scheme} `}${environment[variable] ?? ""}`
    ])
  )

/** The message does not repeat what was given: it may be a secret that was meant to be its value. */
const known = (credential: Credential, flag: string, environment: Environment): Effect.Effect<Credential, UsageError> =>
  environment[credential.variable] === undefined
    ? Effect.fail(
        new UsageError({
          what: `${flag} names a variable that is not set.`,
          hint: "Set a variable of the environment to the value, and give its name: values do not belong in a command line."
        })
      )
    : Effect.succeed(credential)
