/**
 * The choice of layers: what the interpreter finds when it asks for recordings, a model or tools. Nothing else differs between
 * a replay, a recording and a run against live tools.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Recorded from "../../layers/replay/cassettes.ts"
import * as NoLiveWorld from "../../layers/replay/noLiveWorld.ts"
import type { Cassettes } from "../../services/Cassettes.ts"
import type { Model } from "../../services/Model.ts"
import type { ToolHub } from "../../services/ToolHub.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import { cassettesOf } from "../suites/project.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { Environment, Mode } from "./mode.ts"

export type LayerFor = (suite: CompiledSuite) => Layer.Layer<Cassettes | Model | ToolHub>

/** Loads the live layers only if they are chosen: a replay needs no provider and no MCP. */
export const chooseLayers =
  (mode: Mode, { cassettes }: Pick<RunFlags, "cassettes">, environment: Environment): LayerFor =>
  (suite) => {
    const folder = cassettesOf(suite.project, cassettes)
    if (mode === "replay") return Layer.merge(Recorded.layer(folder), NoLiveWorld.layer)
    return Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./liveLayers.ts")),
        ({ liveTools, recording }) =>
          mode === "live-tools"
            ? liveTools(suite, folder, environment)
            : recording(suite, folder, environment, mode === "record" ? "all" : "missing")
      )
    )
  }
