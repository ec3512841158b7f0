/**
 * The layers of passhat: `Layers` of `passhat/effect`. Replays, recordings and live runs are the same interpreter over other
 * layers, and in nothing else do they differ.
 *
 * Each is built for the suite that is executed, so that it takes no suite: its servers, its code and its folder of
 * recordings are known then.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CassetteStore } from "../services/CassetteStore.ts"
import type { Cassettes } from "../services/Cassettes.ts"
import type { Model } from "../services/Model.ts"
import type { BuiltIn } from "../services/SuiteLayers.ts"
import type { ToolHub } from "../services/ToolHub.ts"
import type { Keep } from "../services/LiveParts.ts"
import { suiteContext } from "./SuiteContext.ts"
import type { Scripts } from "./scripted/model.ts"
import type { ScriptedTools } from "./scripted/toolHub.ts"

export { replay } from "./replay/layer.ts"
export type { Script, ScriptedCall, ScriptedTurn, Scripts } from "./scripted/model.ts"
export type { ScriptedTools } from "./scripted/toolHub.ts"

/** Models, servers and the suite's own code for real. It judges what a recording would hold, and keeps nothing. */
export const live: Layer.Layer<BuiltIn> = Layer.unwrap(
  Effect.gen(function* () {
    const [suite, world, { live: make }] = yield* loaded
    return make(suite, world)
  })
)

/**
 * The same, and records it in the folder of cassettes: `all` runs, or those that are `missing` or stale. `judges` performs none, and asks
 * the judges that have not judged what is recorded.
 */
export const record = (runs: Keep = "all"): Layer.Layer<BuiltIn> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const [suite, world, { record: make }] = yield* loaded
      return make(suite, world, runs)
    })
  )

/** The recorded model against the servers as they are today. It records nothing. */
export const liveTools: Layer.Layer<BuiltIn> = Layer.unwrap(
  Effect.gen(function* () {
    const [suite, world, { liveTools: make }] = yield* loaded
    return make(suite, world)
  })
)

/** The code of agents with a driver is run again, against recorded models and tools. It records nothing. */
export const liveAgent: Layer.Layer<BuiltIn> = Layer.unwrap(
  Effect.gen(function* () {
    const [suite, world, { liveAgent: make }] = yield* loaded
    return make(suite, world)
  })
)

/**
 * Recordings in a store of your own, in every mode: replayed, recorded, or against live tools, whose model answers from the
 * store as well.
 */
export const cassettes = (store: CassetteStore): Layer.Layer<Cassettes> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const suite = yield* suiteContext
      const { storedCassettes } = yield* Effect.promise(() => import("./store/cassettes.ts"))
      return storedCassettes(store, suite, yield* Effect.promise(suite.world))
    })
  )

/** A model that follows a script, and servers that are plain functions: no key, no network. */
export const scripted = (scripts: Scripts, tools: ScriptedTools = {}): Layer.Layer<Model | ToolHub> =>
  Layer.unwrap(
    Effect.promise(async () => {
      const [model, hub] = await Promise.all([import("./scripted/model.ts"), import("./scripted/toolHub.ts")])
      return Layer.merge(model.layer(scripts), hub.layer(tools))
    })
  )

/** What reaches the world is loaded if it is used: a replay needs no provider and no MCP. */
const loaded = Effect.gen(function* () {
  const suite = yield* suiteContext
  const [world, layers] = yield* Effect.promise(() => Promise.all([suite.world(), import("./liveLayers.ts")]))
  return [suite, world, layers] as const
})
