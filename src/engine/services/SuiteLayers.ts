/**
 * The layers that `main` and `run` take: what a suite's own code needs, and services in place of passhat's.
 */
import type * as Layer from "effect/Layer"
import type { Cassettes } from "./Cassettes.ts"
import type { Model } from "./Model.ts"
import type { ToolHub } from "./ToolHub.ts"

/**
 * What a run is run against: recordings, the world with or without recording it, recorded models and live servers, or the code of
 * agents against recorded models.
 */
export type RunMode = "replay" | "record" | "live" | "live-tools" | "live-agent"

/** The services that every run has. Layers and drivers may ask for them. */
export type BuiltIn = Cassettes | Model | ToolHub

/** A layer that provides at least these services. It may fail, and needs nothing but what every run has. */
export type SuiteLayer<R> = Layer.Layer<Exclude<R, BuiltIn>, unknown, BuiltIn>

/** Built once for a suite, before its first run and in every mode, and released after its last; a function may choose by mode. */
export type SuiteLayers<R = never> = SuiteLayer<R> | ((mode: RunMode) => SuiteLayer<R>)
