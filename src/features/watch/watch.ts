/**
 * `--watch`: judges a suite again whenever a file that its verdict depends on changes.
 */
import { join, resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Files from "../../engine/layers/platform/fileSystem.ts"
import { deliverAll, type ReporterTarget, reporterTargets } from "../../app/run/reporterTargets.ts"
import { stderr, stdout } from "../../app/kit/output/output.ts"
import { projectOf } from "../../app/kit/project.ts"
import type { RunFlags } from "../../app/flags/runFlags.ts"
import { readEnvironment } from "../../app/kit/environment.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import type { UsageError } from "../../app/kit/UsageError.ts"
import { watchedFolders } from "./folders.ts"
import { type VerdictCache, mergedReport, turns } from "./VerdictCache.ts"
import { refresh } from "./refresh.ts"
import { type State, statesOf } from "./stateOf.ts"
import { checkWatchFlags } from "./checkWatchFlags.ts"

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
