/**
 * `--watch`: judges suites again when a file that they rest on is saved, and only those.
 */
import { join, resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Files from "../../layers/platform/fileSystem.ts"
import { deliver, type ReporterTarget, reporterTargets } from "../output/reporterTargets.ts"
import { stderr, stdout } from "../output/output.ts"
import { projectOf } from "../suites/project.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { exitCodes, firstSignal } from "../run/interruption.ts"
import type { UsageError } from "../UsageError.ts"
import { watchedFolders } from "./folders.ts"
import { type Kept, mergedReport, turns } from "./Kept.ts"
import { renew } from "./renew.ts"
import { type State, statesOf } from "./stateOf.ts"
import { watchable } from "./watchable.ts"

/** The suite files there are now. */
export type SuiteFiles = Effect.Effect<ReadonlyArray<string>, UsageError>

export const watch = Effect.fn("watch")(
  function* (files: SuiteFiles, flags: RunFlags) {
    yield* watchable(flags, process.env)
    const targets = yield* reporterTargets(flags)
    yield* files
    const signal = yield* firstSignal
    const events = yield* Queue.sliding<true>(1)
    const onEvent = (): void => void Queue.offerUnsafe(events, true)
    const folders = yield* watchedFolders(onEvent)
    let desk: WatchState = { kept: new Map(), bases: new Map(), tried: "" }
    const pass = Effect.gen(function* () {
      const states = yield* statesOf(new Map((yield* files).map((file) => [file, cassettesOf(file, flags)])))
      // What happened to a folder before it was watched is found by looking again.
      if (yield* folders.watch(new Set([...states.values()].flatMap((state) => state.folders)))) onEvent()
      desk = yield* judgeChanged(desk, states, targets, flags)
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

/** What is known from earlier passes. */
interface WatchState {
  readonly kept: Kept
  /** What each file's verdict rests on. */
  readonly bases: ReadonlyMap<string, string>
  /** What everything rested on when it was last tried to judge it: the same gives the same again. */
  readonly tried: string
}

const cassettesOf = (file: string, { cassettes }: RunFlags): string =>
  cassettes === undefined ? join(projectOf(file).root, "cassettes") : resolve(cassettes)

const judgeChanged = Effect.fnUntraced(function* (
  desk: WatchState,
  states: ReadonlyMap<string, State>,
  targets: ReadonlyArray<ReporterTarget>,
  flags: RunFlags
) {
  const files = [...states.keys()]
  const basesOf = (kept: Kept) => [...states].map(([file, { basis }]) => [file, basis(kept.get(file)?.suite)] as const)
  const changed = basesOf(desk.kept).flatMap(([file, basis]) => (desk.bases.get(file) === basis ? [] : [file]))
  const tried = JSON.stringify(basesOf(desk.kept))
  if (tried === desk.tried) return desk
  const withTraces =
    flags.verbose || flags.withTraces || targets.some(({ reporter }) => reporter.showsAnalysis === true)
  const renewed = yield* Effect.result(renew(desk.kept, files, changed, withTraces))
  if (Result.isFailure(renewed)) {
    yield* clear
    yield* stderr(`${renewed.failure}\n${WAITING}\n`)
    return { ...desk, tried } satisfies WatchState
  }
  const kept = renewed.success
  const report = mergedReport(kept)
  yield* clear
  yield* Effect.forEach(targets, (target) => deliver(target, report, flags))
  const turned = turns(mergedReport(desk.kept), report)
  const count = `${changed.length} of ${files.length} ${files.length === 1 ? "file" : "files"} judged.`
  yield* stderr([...turned, `${count} ${WAITING}`].map((line) => `${line}\n`).join(""))
  const bases = basesOf(kept)
  return { kept, bases: new Map(bases), tried: JSON.stringify(bases) } satisfies WatchState
})

const WAITING = "Waiting for changes; Ctrl-C ends it."
const CLEAR = "\u001b[2J\u001b[3J\u001b[H"

const clear = Effect.suspend(() => (process.stdout.isTTY ? stdout(CLEAR) : Effect.void))
