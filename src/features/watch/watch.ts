/**
 * `--watch`: judges a suite again whenever a file that its verdict depends on changes.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Files from "../../engine/layers/platform/fileSystem.ts"
import { join, resolve } from "node:path"
import { type ReporterTarget, deliverAll, reporterTargets } from "../../app/run/reporterTargets.ts"
import { stderr, stdout } from "../../app/kit/output/output.ts"
import { projectOf } from "../../app/kit/project.ts"
import type { RunFlags } from "../../app/flags/runFlags.ts"
import { isCi, readEnvironment } from "../../app/kit/environment.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { watchedFolders } from "./folders.ts"
import { type VerdictCache, judgeInChild, mergedReport, tiesOf, turns } from "./VerdictCache.ts"
import { type State, statesOf } from "./stateOf.ts"
import { isReplay } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { partsAsked } from "../../app/run/mode.ts"
import { flagName } from "../../app/flags/Flag.ts"
import type { SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"

/** Finds the suite files that exist now. */
export type SuiteFiles = Effect.Effect<ReadonlyArray<string>, UsageError>

export const watch = Effect.fn("watch")(
  function* (files: SuiteFiles, flags: RunFlags) {
    const environment = yield* readEnvironment((yield* files).map((file) => projectOf(file).root))
    yield* checkWatchFlags(flags, environment)
    const targets = yield* reporterTargets(flags)
    const signal = yield* firstSignal
    const events = yield* Queue.sliding<true>(1)
    const onEvent = (): void => void Queue.offerUnsafe(events, true)
    const folders = yield* watchedFolders(onEvent)
    let last: Pass = { cache: new Map(), bases: new Map(), tried: "" }
    const pass = Effect.gen(function* () {
      const states = yield* statesOf(new Map((yield* files).map((file) => [file, cassettesOf(file, flags)])))
      // A folder may have changed before it was watched: look again.
      if (yield* folders.watch(new Set([...states.values()].flatMap((state) => state.folders)))) onEvent()
      last = yield* judgeChanged(last, states, targets, flags)
    }).pipe(Effect.catchTag("UsageError", (error) => stderr(`${error.message}\n`)))
    const watching = Effect.gen(function* () {
      while (true) {
        yield* pass
        yield* Queue.take(events)
        // One save is several events, and a pull is many saves.
        yield* Effect.sleep("30 millis")
        yield* Queue.clear(events)
      }
    })
    yield* Effect.raceFirst(watching, Effect.asVoid(signal))
    return exitCodes[yield* signal]
  },
  Effect.scoped,
  Effect.provide(Files.layer)
)

/** The result of the last pass. */
interface Pass {
  readonly cache: VerdictCache
  /** The digest of what each file's verdict depends on. */
  readonly bases: ReadonlyMap<string, string>
  /** All digests of the last attempt, failed or not: the same input gives the same result. */
  readonly tried: string
}

const cassettesOf = (file: string, { cassettes }: RunFlags): string =>
  cassettes === undefined ? join(projectOf(file).root, "cassettes") : resolve(cassettes)

const judgeChanged = Effect.fnUntraced(function* (
  last: Pass,
  states: ReadonlyMap<string, State>,
  targets: ReadonlyArray<ReporterTarget>,
  flags: RunFlags
) {
  const files = [...states.keys()]
  const basesOf = (cache: VerdictCache) =>
    [...states].map(([file, { basis }]) => [file, basis((cache.get(file) ?? []).map(({ suite }) => suite))] as const)
  const changed = basesOf(last.cache).flatMap(([file, basis]) => (last.bases.get(file) === basis ? [] : [file]))
  const tried = JSON.stringify(basesOf(last.cache))
  if (tried === last.tried) return last
  const withTraces =
    flags.verbose || flags.withTraces || targets.some(({ reporter }) => reporter.showsAnalysis === true)
  const refreshed = yield* Effect.result(refresh(last.cache, files, changed, withTraces))
  if (Result.isFailure(refreshed)) {
    yield* clear
    yield* stderr(`${refreshed.failure}\n${WAITING}\n`)
    return { ...last, tried } satisfies Pass
  }
  const cache = refreshed.success
  const report = mergedReport(cache)
  yield* clear
  yield* deliverAll(targets, () => Effect.succeed(report), flags)
  const turned = turns(mergedReport(last.cache), report)
  const count = `${changed.length} of ${files.length} ${files.length === 1 ? "file" : "files"} judged.`
  yield* stderr([...turned, `${count} ${WAITING}`].map((line) => `${line}\n`).join(""))
  const bases = basesOf(cache)
  return { cache, bases: new Map(bases), tried: JSON.stringify(bases) } satisfies Pass
})

const WAITING = "Waiting for changes; Ctrl-C ends it."
const CLEAR = "\u001b[2J\u001b[3J\u001b[H"

const clear = Effect.suspend(() => (process.stdout.isTTY ? stdout(CLEAR) : Effect.void))

/** Refuses `--watch` in CI, with flags that it excludes, and in every mode but replay. */
const checkWatchFlags = Effect.fnUntraced(function* (flags: RunFlags, environment: Environment) {
  if (isCi(environment)) {
    return yield* new UsageError({
      what: "--watch shows its results to a person, and CI has none.",
      hint: "Leave it out."
    })
  }
  const other = beside(flags)
  if (other !== undefined) {
    return yield* new UsageError({
      what: `--watch and ${other} exclude each other.`,
      hint: "Leave one out: --watch judges recordings whenever a file changes."
    })
  }
  if (!isReplay(yield* partsAsked(flags, environment))) {
    return yield* new UsageError({ what: "--watch judges recordings only.", hint: "Leave PASSHAT_MODE out." })
  }
})

/** Flags of a run that do one thing once, or that write something with each run. */
const excluded = "record liveTools liveAgent plan bail failed coverage coverageThreshold history".split(" ")

const beside = (flags: RunFlags): string | undefined => {
  const given = new Map<string, unknown>(Object.entries(flags))
  const name = excluded.find((property) => given.get(property) !== undefined && given.get(property) !== false)
  return name === undefined ? undefined : `--${flagName(name)}`
}

/** Judges the files that changed again, or all files if a change affects the others. */
export const refresh = Effect.fnUntraced(function* (
  cache: VerdictCache,
  files: ReadonlyArray<string>,
  changed: ReadonlyArray<string>,
  withTraces: boolean
): Effect.fn.Return<VerdictCache, string> {
  const unchanged = [...cache].filter(([file]) => files.includes(file) && !changed.includes(file))
  const refreshed: VerdictCache = new Map([...unchanged, ...(yield* verdictsOf(changed, withTraces))])
  const isComplete = changed.length === files.length || tiesOf(refreshed) === tiesOf(cache)
  return isComplete ? refreshed : new Map(yield* verdictsOf(files, withTraces))
})

/** One process per project: a report names files relative to their project. */
const verdictsOf = Effect.fnUntraced(function* (files: ReadonlyArray<string>, withTraces: boolean) {
  const roots = new Set(files.map((file) => projectOf(file).root))
  const verdicts = yield* Effect.forEach(roots, (root) => {
    const its = files.filter((file) => projectOf(file).root === root)
    return Effect.map(judgeInChild(its, withTraces), ({ suites }) =>
      its.flatMap((file): ReadonlyArray<readonly [string, ReadonlyArray<SuiteVerdict>]> => {
        const found = suites.filter((suite) => suite.file === projectOf(file).file)
        return found.length === 0 ? [] : [[file, found]]
      })
    )
  })
  return verdicts.flat()
})
