/**
 * Splits a command line into words as a shell would, without a shell.
 */
import * as Result from "effect/Result"

/**
 * Quotes keep spaces. A backslash keeps the space, quote or backslash after it; before any other character it is a
 * character itself, so that paths of Windows stay whole. Fails with what is wrong.
 */
export const splitCommand = (text: string): Result.Result<readonly [string, ...ReadonlyArray<string>], string> => {
  const [first, ...others] = [...text.matchAll(WORD)].map(([word]) => word.replaceAll(PIECE, unquoted))
  if (/["']/.test(text.replaceAll(PIECE, ""))) return Result.fail("it has a quote without an end")
  return first === undefined ? Result.fail("it is empty") : Result.succeed([first, ...others])
}

/** A quoted part, or a character with the backslash that keeps it. */
const PIECE = /"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([\s"'\\])/g
const WORD = new RegExp(`(?:${PIECE.source}|[^\\s"'])+`, "g")

const unquoted = (_: string, double?: string, single?: string, kept?: string): string =>
  double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? kept ?? ""
