/**
 * Parses YAML and JSON. The YAML parser reports the line of some errors only; the others are found here.
 */
import * as Yaml from "effect/encoding/Yaml"
import * as Result from "effect/Result"

export interface Malformed {
  /** From 1. */
  readonly line: number
  readonly reason: string
}

/** JSON is tried first because it is faster; every JSON text is YAML too. */
export const parseYaml = (text: string): Result.Result<unknown, Malformed> =>
  Result.try((): unknown => JSON.parse(text)).pipe(
    Result.orElse(() => parse(text)),
    Result.mapError((message) => ({
      line: Number(/ at line (\d+)$/.exec(message)?.[1] ?? firstWith(text.split("\n"), message)),
      reason: message.replace(/ at (?:line|flow offset) \d+$/, "")
    }))
  )

const parse = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: () => Yaml.parse(text),
    // The parser recurses: a RangeError means that the stack was not deep enough for the text.
    catch: (error) =>
      error instanceof RangeError ? "it is nested too deeply" : error instanceof Error ? error.message : String(error)
  })

/** The least number of lines with which the parser gives this error, by bisection: more lines do not change the error. */
const firstWith = (lines: ReadonlyArray<string>, message: string): number => {
  const complains = (count: number): boolean =>
    Result.match(parse(lines.slice(0, count).join("\n")), {
      onSuccess: () => false,
      onFailure: (other) => other === message
    })
  const between = (tooFew: number, enough: number): number => {
    const half = Math.floor((tooFew + enough) / 2)
    return half === tooFew ? enough : complains(half) ? between(tooFew, half) : between(half, enough)
  }
  return between(0, lines.length)
}
