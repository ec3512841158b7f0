/**
 * The sentences for what is mistyped.
 */
import { nearest } from "../../base/std/nearest.ts"
import { flagName, type Flags } from "./Flag.ts"

export const unknownFlag = (name: string, isLetter: boolean, flags: Flags): string => {
  const known = Object.entries(flags).flatMap(([property, { alias, kind }]) => [
    flagName(property),
    ...(kind === "boolean" ? [`no-${flagName(property)}`] : []),
    ...(alias === undefined ? [] : [alias])
  ])
  const close = nearest(name, known)
  return `There is no flag ${isLetter ? "-" : "--"}${name}.${didYouMean(close && dashed(close))}`
}

export const unknownCommand = (name: string, names: ReadonlyArray<string>): string =>
  `There is no command "${name}".${didYouMean(nearest(name, names))}`

/** `candidates` are the values to suggest one of. */
export const wrongValue = (
  name: string,
  value: string,
  expected: string,
  candidates: ReadonlyArray<string> = []
): string =>
  value === ""
    ? `--${name} needs a value: ${expected}.`
    : `--${name} is "${value}", expected ${expected}.${didYouMean(nearest(value, candidates))}`

export const missingFlag = (name: string): string => `Missing required flag: --${name}.`

export const missingArgument = (name: string): string => `Missing required argument: ${name}.`

export const unexpectedArguments = (words: ReadonlyArray<string>): string =>
  `Unexpected positional argument${words.length === 1 ? "" : "s"}: ${words.map((word) => JSON.stringify(word)).join(", ")}.`

const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)

const didYouMean = (suggestion: string | undefined): string =>
  suggestion === undefined ? "" : ` Did you mean ${suggestion}?`
