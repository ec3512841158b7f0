/**
 * What is wrong with what a program gives to `run`, for programs in plain JavaScript: a mode that is misspelt must not record, and an
 * option that is misspelt must not be left out.
 */
import { isObject } from "../base/std/Json.ts"
import { anything, either, fields, flag, type Kind, kind, listOf, number, optional, text } from "../base/std/kinds.ts"
import { isSuite } from "../app/suites/isSuite.ts"
import type { RunOptions } from "./RunOptions.ts"

/** As sentences without a full stop; empty if the suite can be run. */
export const optionFlaws = (suite: unknown, options: unknown): ReadonlyArray<string> => [
  ...suiteKind(suite, "the suite"),
  ...optionsKind(options, "what is given beside it"),
  ...(isObject(options) ? Object.keys(options) : [])
    .filter((name) => !Object.hasOwn(kinds, name))
    .map((name) => `${name} is no option`)
]

const suiteKind = kind("what suite(...) makes", isSuite)

const oneOf = (...words: ReadonlyArray<string>): Kind =>
  kind(words.join(", "), (value) => words.includes(String(value)))

const kinds: { readonly [Name in keyof Required<RunOptions>]: Kind } = {
  layers: anything,
  mode: optional(oneOf("replay", "record", "live", "live-tools", "live-agent")),
  record: optional(oneOf("all", "missing", "judges")),
  reporter: optional(either("a text or a list of texts", text, listOf(text))),
  concurrency: optional(number),
  filter: optional(text),
  tags: optional(listOf(text)),
  models: optional(listOf(text)),
  cases: optional(listOf(text)),
  runs: optional(number),
  cassettes: optional(text),
  maxTokensTotal: optional(number),
  withTraces: optional(flag),
  signal: optional(
    kind("an AbortSignal", (value) => isObject(value) && typeof value["addEventListener"] === "function")
  ),
  file: optional(text)
}

const optionsKind = fields(kinds)
