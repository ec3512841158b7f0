/**
 * The layers of a replay: recordings, and nothing that could reach the world.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BuiltIn } from "../../services/SuiteLayers.ts"
import { suiteContext } from "../SuiteContext.ts"
import * as Recorded from "./cassettes.ts"
import * as NoLiveWorld from "./noLiveWorld.ts"

/** Plays recordings from the folder of cassettes. Its model and its servers refuse every request. */
export const replay: Layer.Layer<BuiltIn> = Layer.unwrap(
  Effect.map(suiteContext, ({ folder }) => Layer.merge(Recorded.layer(folder), NoLiveWorld.layer))
)
