/**
 * The suite that is executed, for the layers of passhat itself: they are built once for each suite.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Folder } from "../cassette/Folder.ts"
import type { Connections } from "../services/Connection.ts"
import type { ModelCode } from "../../edges/providers/ProviderRecord.ts"
import type { UserCode } from "../services/Driver.ts"
import type { LiveParts } from "../services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { Secrets } from "./record/secrets.ts"

export interface SuiteContext {
  readonly suite: string
  readonly parts: LiveParts
  readonly folder: Folder
  /** When the runs of a cell were performed, if that is not now. */
  readonly recordedAt?: ((cell: string) => string | undefined) | undefined
  /** What only layers need that reach the world: a replay does not load it. */
  readonly world: () => Promise<SuiteWorld>
}

export interface SuiteWorld {
  readonly root: string
  readonly environment: Environment
  readonly connections: Connections
  readonly codes: (cell: string) => UserCode
  /** What suites carry for their models beside the plan, by cell. */
  readonly modelCodes: ReadonlyMap<string, ModelCode>
  readonly secrets: Secrets
  /** Of passhat. */
  readonly version: string
  /** Watches for errors that no code handles, if passhat may listen to the process. */
  readonly strayErrors: Layer.Layer<never>
}

const AtHand = Context.Reference<SuiteContext | undefined>("passhat/SuiteContext", { defaultValue: () => undefined })

export const provideSuite =
  (suite: SuiteContext) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(self, AtHand, suite)

/** Dies where no suite is executed. */
export const suiteContext: Effect.Effect<SuiteContext> = Effect.flatMap(AtHand, (suite) =>
  suite === undefined ? Effect.die(new Error(OUTSIDE)) : Effect.succeed(suite)
)

const OUTSIDE = "The layers of passhat are built for a suite: give them to main, run or interpret as { layers }"
