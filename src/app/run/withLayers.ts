/**
 * The choice of layers: what the interpreter finds when it asks for recordings, a model or tools. Nothing else differs between
 * a replay, a recording and a run against live tools.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Issue } from "../../base/domain/Issue.ts"
import { provideSuite, type SuiteContext } from "../../engine/layers/SuiteContext.ts"
import { replay } from "../../engine/layers/replay/layer.ts"
import type { CassetteStore } from "../../engine/services/CassetteStore.ts"
import { isReplay, type LiveParts, runModeOf } from "../../engine/services/LiveParts.ts"
import type { BuiltIn } from "../../engine/services/SuiteLayers.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import { cassettesOf } from "../kit/project.ts"
import { lazily } from "../kit/lazily.ts"

export interface Over extends Pick<RunFlags, "cassettes"> {
  readonly parts: LiveParts
  readonly environment: Environment
  /** Whether passhat may listen to the process, which it does for errors that no code handles. */
  readonly ownsProcess: boolean
  /** Ends the building of layers early when it completes. */
  readonly stop: Effect.Effect<void>
  /** When the runs of a cell were performed, if they are not performed now. */
  readonly recordedAt?: SuiteContext["recordedAt"]
  /** Where recordings are, if not in files. */
  readonly store?: CassetteStore | undefined
}

/** What work over layers came to. */
export type LayerResult<A> =
  | {
      readonly value: A
      /** Layers of the suite that were built, and could not be released. */
      readonly issue?: Issue
    }
  /** Layers of the suite that could not be built. */
  | { readonly issue: Issue; readonly value?: never }
  | "stopped"

/** The layers of the suite are built over those of the mode, so that they can replace each of them, or wrap it. */
export const withLayers = <A>(
  suite: CompiledSuite,
  over: Over,
  work: Effect.Effect<A, never, BuiltIn>
): Effect.Effect<LayerResult<A>> =>
  (suite.layers === undefined
    ? Effect.map(work, (value): LayerResult<A> => ({ value }))
    : overOwnLayers(suite, runModeOf(over.parts), over.stop, work)
  ).pipe(
    Effect.provide(over.store === undefined ? layerOf(over.parts) : storedLayer(over.parts, over.store), {
      local: true
    }),
    provideSuite(atHand(suite, over))
  )

/** Loads what reaches the world only if it is chosen: a replay needs no provider and no MCP. */
const layerOf = (parts: LiveParts): Layer.Layer<BuiltIn> =>
  isReplay(parts) ? replay : Layer.unwrap(Effect.promise(() => liveLayer(parts)))

/** Recordings of a store in the place of files. */
const storedLayer = (parts: LiveParts, store: CassetteStore): Layer.Layer<BuiltIn> =>
  Layer.unwrap(
    Effect.promise(async () => {
      const { cassettes } = await import("../../engine/layers/Layers.ts")
      return Layer.merge(layerOf(parts), cassettes(store))
    })
  )

const liveLayer = async ({ agent, keep, model }: LiveParts): Promise<Layer.Layer<BuiltIn>> => {
  const { live, liveAgent, liveTools, record } = await import("../../engine/layers/Layers.ts")
  if (keep !== "nothing") return record(keep)
  if (model === "live") return live
  return agent === "live" ? liveAgent : liveTools
}

const overOwnLayers = lazily(() => import("./ownLayers.ts"), "overOwnLayers")

const atHand = (
  suite: CompiledSuite,
  { cassettes, environment, ownsProcess, parts, recordedAt }: Over
): SuiteContext => ({
  suite: suite.suite.name,
  parts,
  folder: cassettesOf(suite.project, cassettes),
  recordedAt,
  world: async () => (await import("./suiteWorld.ts")).suiteWorld(suite, environment, ownsProcess)
})
