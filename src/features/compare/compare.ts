/**
 * `passhat compare`: whether a candidate is worse than a baseline. Exit code 0 means that it could have been shown and was
 * not, 1 that it regressed, and 2 that the two cannot be compared.
 */
import { resolve } from "node:path"
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import type { Comparison, ComparisonVerdict } from "../../base/domain/verdict/Comparison.ts"
import { destinationOf } from "../../engine/layers/platform/destinationOf.ts"
import { writeWhole } from "../../engine/layers/platform/writeWhole.ts"
import { type Allowable, ALLOWABLE } from "../../base/domain/verdict/conditions.ts"
import { compareSamples } from "../../language/metrics/comparison.ts"
import { comparisonLines } from "../../edges/report/comparison/comparisonLines.ts"
import { print } from "../../edges/report/text/Line.ts"
import { escapeJson } from "../../base/std/escape.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { tryWriting } from "../../app/run/reporterTargets.ts"
import { hasColor } from "../../app/kit/output/terminal.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { readSamples } from "./readSamples.ts"

type CompareValues = ValuesOf<"compare">

const codes: { readonly [V in ComparisonVerdict]: number } = {
  improved: 0,
  "no difference shown": 0,
  regressed: 1,
  "not comparable": 2
}

export const compare = Effect.fn("compare")(function* (flags: CompareValues) {
  const { behaviour: isCompared, behaviourDecides, confidence } = flags
  const behaviour = behaviourDecides ? "decides" : isCompared
  const allowed = yield* Effect.forEach(flags.allow, allowable)
  const targets = yield* Effect.forEach(flags.reporter.length === 0 ? ["table"] : flags.reporter, targetOf)
  if (!(confidence >= 0.5 && confidence < 1)) {
    return yield* refused(`--confidence is ${confidence}.`, "Give it a number from 0.5 up to 1, like 0.95.")
  }
  if (behaviourDecides && !isCompared) {
    return yield* refused("--no-behaviour and --behaviour-decides exclude each other.", "Leave one of them out.")
  }
  if (targets.filter(({ file }) => file === undefined).length > 1) {
    return yield* refused("Two reporters would write to standard output.", "Give one a file: --reporter json=<file>.")
  }
  const baseline = yield* readSamples(flags.baseline)
  const candidate = yield* readSamples(flags.candidate)
  const comparison = compareSamples(baseline, candidate, { confidence, behaviour, allowed })
  for (const { file, format } of targets) {
    const text = formats[format](comparison, flags, file === undefined && hasColor(1))
    if (file === undefined) yield* stdout(text)
    else yield* tryWriting(file, () => writeWhole(destinationOf(resolve(file)).path, text))
  }
  return codes[comparison.verdict]
})

type Format = keyof typeof formats

const formats = {
  table: (comparison: Comparison, { baseline, candidate }: CompareValues, color: boolean): string =>
    comparisonLines(comparison, { baseline, candidate })
      .map((line) => `${print(line, color)}\n`)
      .join(""),
  json: (comparison: Comparison): string => `${escapeJson(stringify(comparison))}\n`
}

const targetOf = (text: string): Effect.Effect<{ readonly format: Format; readonly file?: string }, UsageError> => {
  const at = text.indexOf("=")
  const [name, file] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  if (!Object.hasOwn(formats, name))
    return refused(`There is no reporter "${name}" of comparisons.`, "There are table, json.")
  if (file === "") return refused(`--reporter ${text} names no file.`, `Write --reporter ${name}=comparison.txt.`)
  return Effect.succeed({ format: name as Format, ...(file !== undefined && { file }) })
}

const allowable = (what: string): Effect.Effect<Allowable, UsageError> => {
  const known = ALLOWABLE.find((one) => one === what)
  return known === undefined
    ? refused(`--allow ${what} is not known.`, `What may differ is ${ALLOWABLE.join(", ")}.`)
    : Effect.succeed(known)
}

const refused = (what: string, hint: string): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ what, hint }))
