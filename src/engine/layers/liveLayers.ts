/**
 * The layers that reach the world: models, servers, and the recorder that listens to both.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readRecording, readRecordingOf } from "../cassette/readRecording.ts"
import { UserCodes } from "../services/Driver.ts"
import type { Keep } from "../services/LiveParts.ts"
import type { SuiteContext, SuiteWorld } from "./SuiteContext.ts"
import * as Commands from "./live/command/commands.ts"
import * as LiveModel from "./live/model.ts"
import * as LiveTools from "./live/toolHub.ts"
import * as LiveAgent from "./liveAgent/layer.ts"
import * as RecordedModel from "./liveTools/cassettes.ts"
import * as Files from "./platform/fileSystem.ts"
import * as Recorder from "./record/cassettes.ts"
import { unkept } from "./unkept.ts"

/** Everything for real, and kept nowhere. */
export const live = (suite: SuiteContext, world: SuiteWorld) =>
  Layer.provide(Layer.merge(unkept(suite, world), performing(world)), Files.layer)

/** Everything for real, and recorded. */
export const record = ({ folder, recordedAt, suite }: SuiteContext, world: SuiteWorld, keep: Keep) => {
  const { secrets, version } = world
  return Layer.provide(
    Layer.merge(Recorder.layer({ folder, mode: keep, suite, version, secrets, recordedAt }), performing(world)),
    Files.layer
  )
}

/** The recorded model, the servers as they are today. */
export const liveTools = ({ folder }: SuiteContext, { connections, environment, secrets }: SuiteWorld) =>
  Layer.provide(
    Layer.merge(
      RecordedModel.layer((cell) => Effect.sync(() => readRecordingOf(folder, cell)), secrets),
      LiveTools.layer(connections, environment)
    ),
    Files.layer
  )

/** The code of agents, and recordings of their models and tools. */
export const liveAgent = (suite: SuiteContext, world: SuiteWorld) =>
  LiveAgent.layer(({ id }) => Effect.sync(() => readRecording(suite.folder, `${id}.jsonl`)), suite, world)

const performing = ({ codes, connections, environment, modelCodes, root, strayErrors }: SuiteWorld) =>
  Layer.mergeAll(
    LiveModel.layer(environment, { codes: modelCodes }),
    LiveTools.layer(connections, environment),
    Commands.layer(environment, root),
    Layer.succeed(UserCodes, codes),
    strayErrors
  )
