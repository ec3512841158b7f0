/**
 * The interpreter as an Effect: compiles a suite, executes it over layers, judges its runs and reports. `run` is its promise.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { dirname, resolve, sep } from "node:path"
import type { Cell } from "../base/domain/plan/Plan.ts"
import type { Report } from "../base/domain/verdict/Verdict.ts"
import { type Suite, withoutServices } from "../language/dsl/suite.ts"
import type { SuiteLayers } from "../engine/services/SuiteLayers.ts"
import { foreignFrames } from "../app/kit/errorPlace.ts"
import type { Frame } from "../base/std/stackFrames.ts"
import { crashOf, hideInMessage, messageOf } from "../app/kit/exitWith.ts"
import type { FlagValues } from "../app/flags/Flag.ts"
import { type RunFlags, defaultRunFlags } from "../app/flags/runFlags.ts"
import { fileTargets } from "../app/run/reporterTargets.ts"
import { missingPermission, usual } from "../app/kit/permissions.ts"
import type { ModeName } from "../app/run/mode.ts"
import { prepareRun } from "../app/run/prepareRun.ts"
import { resolveRun } from "../app/run/resolveRun.ts"
import { withFeatures } from "../app/run/Feature.ts"
import { costFlags } from "../features/cost/costFlags.ts"
import { features } from "../features/features.ts"
import { reportOn } from "../app/run/runSuites.ts"
import { type LoadedSuite, compiledIn, issuesIn } from "../app/suites/compileSuites.ts"
import { projectOf } from "../app/kit/project.ts"
import { UsageError } from "../app/kit/UsageError.ts"
import type { NeedsNothing, RunOptions, WithLayers } from "./RunOptions.ts"
import { isObject } from "../base/std/Json.ts"
import { type Kind, anything, either, fields, flag, kind, listOf, number, optional, text } from "../base/std/kinds.ts"
import { isSuite } from "../app/suites/isSuite.ts"

/**
 * Executes a suite over layers, and returns its report. Interrupting the fiber ends every run of it, and the effect never
 * completes with a part of a report.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { interpret } from "passhat/effect"
 *
 * const mine = suite("mine", asks.pipe(runs(5), stability()))
 * const verdict = Effect.map(interpret(mine), (report) => report.verdict)
 * ```
 */
export const interpret: {
  <R>(suite: Suite<R> & NeedsNothing<R>, options?: InterpretOptions): Effect.Effect<Report, UsageError>
  <R>(suite: Suite<R>, options: WithLayers<InterpretOptions, R>): Effect.Effect<Report, UsageError>
} = (suite: Suite<unknown>, options: InterpretOptions = {}): Effect.Effect<Report, UsageError> =>
  worded(interpreted(withoutServices(suite), options, Effect.never))

/** A fiber is interrupted, and needs no signal. */
export type InterpretOptions = Omit<RunOptions, "signal">

export const interpretPromise = (suite: Suite<unknown>, options: RunOptions): Promise<Report> => {
  const stop = Effect.suspend(() => (options.signal === undefined ? Effect.never : aborted(options.signal)))
  return Effect.runPromise(worded(interpreted(withoutServices(suite), options, stop)))
}

/** The cells that a run of the suite would judge, or skip. Fails with every reason why there is none. */
export const plannedCells = (
  suite: Suite<unknown>,
  options: RunOptions
): Effect.Effect<ReadonlyArray<Cell>, UsageError> =>
  worded(
    Effect.gen(function* () {
      const { suites } = yield* resolveRun([yield* loadedSuite(withoutServices(suite), options)], flagsOf(options))
      const [refused] = issuesIn(suites)
      if (refused !== undefined) return yield* new UsageError({ what: refused.message, hint: refused.hint })
      const cells = compiledIn(suites).flatMap(({ plan }) => plan.cells)
      if (cells.some(({ skipped }) => skipped === undefined)) return cells
      return yield* new UsageError({
        what: `Every cell of suite "${suite.name}" is skipped, so there is nothing to judge.`,
        hint: "Take a skip(...) out, or leave the suite out."
      })
    })
  )

const interpreted = Effect.fnUntraced(function* (suite: Suite, options: RunOptions, stop: Effect.Effect<void>) {
  const loaded = yield* loadedSuite(suite, options)
  const flags = flagsOf(options)
  const targets = yield* fileTargets(flags.reporter)
  const run = yield* prepareRun([loaded], { flags, targets, ownsProcess: false, mode: modeOf(options) })
  const report = yield* reportOn(run, { ownsProcess: false, stop })
  return report.status === "interrupted" ? yield* interrupted(suite, report) : report
}, Effect.scoped)

const loadedSuite = Effect.fnUntraced(function* (suite: Suite, options: RunOptions) {
  const flaws = optionFlaws(suite, options)
  if (flaws.length > 0) {
    const what = `The suite cannot be run: ${flaws.join(", and ")}.`
    return yield* new UsageError({ what, hint: "Write: await run(suite(...), { ... })." })
  }
  const file = options.file === undefined ? yield* madeIn(suite) : resolve(options.file)
  const refusal = missingPermission(usual(dirname(file)))
  if (refusal !== undefined) return yield* refusal
  return { suite, project: projectOf(file), ...layersOf(options) } satisfies LoadedSuite
})

const layersOf = ({ layers }: RunOptions): { readonly layers?: SuiteLayers } => (layers === undefined ? {} : { layers })

const modeOf = ({ mode = "replay", record = "all" }: RunOptions): ModeName =>
  mode === "record" && record !== "all" ? `record=${record}` : mode

const limit = { maxTokensTotal: costFlags.maxTokensTotal }

/** The same as on a command line. */
const flagsOf = (options: RunOptions): RunFlags & FlagValues<typeof limit> => ({
  ...defaultRunFlags,
  reporter: options.reporter === undefined || options.reporter === "none" ? [] : [options.reporter].flat(),
  concurrency: options.concurrency,
  filter: options.filter,
  tag: options.tags ?? [],
  model: options.models ?? [],
  case: options.cases ?? [],
  runs: options.runs,
  cassettes: options.cassettes,
  maxTokensTotal: options.maxTokensTotal,
  withTraces: options.withTraces ?? false
})

/**
 * The outermost file of the user's own: a function that makes suites works for the file that called it. Behind a package there may be
 * another one, such as the test that imports the file by the loader of vitest.
 */
const madeIn = ({ callSite, name }: Suite): Effect.Effect<string, UsageError> => {
  const frames = foreignFrames(callSite?.stack)
  const own = frames.slice(Math.max(0, frames.findIndex(isOwn)))
  const end = own.findIndex((frame) => !isOwn(frame))
  const outermost = own.slice(0, end < 0 ? own.length : end).at(-1)
  return outermost === undefined
    ? Effect.fail(
        new UsageError({
          what: `Which file made the suite "${name}" is not known.`,
          hint: "Name it: { file: import.meta.filename }."
        })
      )
    : Effect.succeed(outermost.file)
}

const isOwn = ({ file }: Frame): boolean => !file.includes(`${sep}node_modules${sep}`)

/** Listens only as long as it is waited for. */
const aborted = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (signal.aborted) return resume(Effect.void)
    const onAbort = (): void => resume(Effect.void)
    signal.addEventListener("abort", onAbort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", onAbort))
  })

const interrupted = ({ name }: Suite, { suites }: Report): UsageError => {
  const runs = suites.flatMap(({ cells }) => cells.flatMap((cell) => cell.runs))
  const finished = runs.filter(({ issues }) => issues.every(({ code }) => code !== "INTERRUPTED"))
  return new UsageError({
    what: `The run of suite "${name}" was interrupted, with ${finished.length} of its ${runs.length} runs finished.`,
    hint: 'Runs that were recorded are kept: go on with { mode: "record", record: "missing" }.'
  })
}

/** As a command says it, but for the exit code: without secrets, and a crash of passhat as a sentence. */
const worded = <A>(work: Effect.Effect<A, UsageError>): Effect.Effect<A, UsageError> =>
  work.pipe(
    withFeatures(features),
    Effect.catchDefect((defect) =>
      Effect.fail(new UsageError({ what: `${crashOf(messageOf(defect))}.`, hint: "Please report it." }))
    ),
    Effect.catch(({ hint, what }) =>
      Effect.flatMap(hideInMessage(what, process.env), (hidden) => Effect.fail(new UsageError({ what: hidden, hint })))
    )
  )

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
