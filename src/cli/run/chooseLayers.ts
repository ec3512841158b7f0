/**
 * The choice of layers: what the interpreter finds when it asks for recordings, a model or tools. Nothing else differs between
 * a replay, a recording and a run against live tools.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Issue } from "../../domain/Issue.ts"
import { provideSuite, type Records, type SuiteAtHand } from "../../layers/AtHand.ts"
import { replay } from "../../layers/replay/layer.ts"
import type { CassetteStore } from "../../services/CassetteStore.ts"
import type { BuiltIn, RunMode } from "../../services/SuiteLayers.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import { cassettesOf } from "../suites/project.ts"
import type { Environment, Mode } from "./mode.ts"

export interface Over extends Pick<RunFlags, "cassettes"> {
  readonly mode: Mode
  readonly environment: Environment
  /** Whether passhat may listen to the process, which it does for errors that no code handles. */
  readonly ownsProcess: boolean
  /** Ends the building of layers early when it completes. */
  readonly stop: Effect.Effect<void>
  /** When the runs of a cell were performed, if they are not performed now. */
  readonly recordedAt?: SuiteAtHand["recordedAt"]
  /** Where recordings are, if not in files. */
  readonly store?: CassetteStore | undefined
}

/** What work over layers came to. */
export type Layered<A> =
  | {
      readonly value: A
      /** Layers of the suite that were built, and could not be released. */
      readonly issue?: Issue
    }
  /** Layers of the suite that could not be built. */
  | { readonly issue: Issue; readonly value?: never }
  | "stopped"

/** The layers of the suite are built over those of the mode, so that they can replace each of them, or wrap it. */
export const overLayers = <A>(
  suite: CompiledSuite,
  over: Over,
  work: Effect.Effect<A, never, BuiltIn>
): Effect.Effect<Layered<A>> =>
  (suite.layers === undefined ? Effect.map(work, (value): Layered<A> => ({ value })) : overOwn(suite, over, work)).pipe(
    Effect.provide(over.store === undefined ? layerOf(over.mode) : storedLayer(over.mode, over.store), { local: true }),
    provideSuite(atHand(suite, over))
  )

/** Loads what reaches the world only if it is chosen: a replay needs no provider and no MCP. */
const layerOf = (mode: Mode): Layer.Layer<BuiltIn> =>
  mode === "replay" ? replay : Layer.unwrap(Effect.promise(() => liveLayer(mode)))

/** Recordings of a store in the place of files. */
const storedLayer = (mode: Mode, store: CassetteStore): Layer.Layer<BuiltIn> =>
  Layer.unwrap(
    Effect.promise(async () => {
      const { cassettes } = await import("../../layers/Layers.ts")
      return Layer.merge(layerOf(mode), cassettes(store))
    })
  )

const liveLayer = async (mode: Mode): Promise<Layer.Layer<BuiltIn>> => {
  const { live, liveAgent, liveTools, record } = await import("../../layers/Layers.ts")
  if (mode === "live") return live
  if (mode.startsWith("live-agent")) return liveAgent
  return mode === "live-tools" ? liveTools : record(recordsOf(mode))
}

const recordsOf = (mode: Mode): Records =>
  mode === "record=missing" ? "missing" : mode === "record=judges" ? "judges" : "all"

const runMode = (mode: Mode): RunMode => {
  if (mode === "live-agent,live-tools") return "live-agent"
  return mode === "record=missing" || mode === "record=judges" ? "record" : mode
}

const overOwn = Effect.fnUntraced(function* <A>(
  suite: CompiledSuite,
  { mode, stop }: Over,
  work: Effect.Effect<A, never, BuiltIn>
) {
  const { overOwnLayers } = yield* Effect.promise(() => import("./ownLayers.ts"))
  return yield* overOwnLayers(suite, runMode(mode), stop, work)
})

const atHand = (
  suite: CompiledSuite,
  { cassettes, environment, mode, ownsProcess, recordedAt }: Over
): SuiteAtHand => ({
  suite: suite.suite.name,
  mode: runMode(mode),
  hasLiveTools: mode.endsWith("live-tools"),
  records: recordsOf(mode),
  folder: cassettesOf(suite.project, cassettes),
  recordedAt,
  world: async () => (await import("./suiteWorld.ts")).suiteWorld(suite, environment, ownsProcess)
})
