/**
 * The layers that reach the world: models, servers, and the recorder that listens to both.
 */
import * as Layer from "effect/Layer"
import * as Commands from "../../layers/live/command/commands.ts"
import * as LiveModel from "../../layers/live/model.ts"
import * as LiveTools from "../../layers/live/toolHub.ts"
import * as RecordedModel from "../../layers/liveTools/cassettes.ts"
import * as Files from "../../layers/platform/fileSystem.ts"
import * as Recorder from "../../layers/record/cassettes.ts"
import type { Folder } from "../../cassette/Folder.ts"
import { UserCodes } from "../../services/Driver.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import type { Environment } from "./mode.ts"
import { connectionsOf, userCodesOf } from "../suites/suiteCode.ts"
import { version } from "../version.ts"
import { secretsOfSuites } from "./secretsOfSuites.ts"
import * as StrayErrors from "./strayErrors.ts"

/** Everything for real, and recorded. */
export const recording = (
  compiled: CompiledSuite,
  folder: Folder,
  environment: Environment,
  mode: "all" | "missing"
) => {
  const { project, suite, whole } = compiled
  const connections = connectionsOf(suite, whole, project.root)
  const secrets = secretsOfSuites([compiled], environment)
  return Layer.mergeAll(
    Recorder.layer({ folder, mode, suite: suite.name, version, secrets }),
    LiveModel.layer(environment),
    LiveTools.layer(connections, environment),
    Commands.layer(environment, project.root),
    Layer.succeed(UserCodes, userCodesOf(suite, whole)),
    StrayErrors.layer
  ).pipe(Layer.provide(Files.layer))
}

/** The recorded model, the servers as they are today. */
export const liveTools = (compiled: CompiledSuite, folder: Folder, environment: Environment) => {
  const { project, suite, whole } = compiled
  const connections = connectionsOf(suite, whole, project.root)
  return Layer.mergeAll(
    RecordedModel.layer(folder, secretsOfSuites([compiled], environment)),
    LiveTools.layer(connections, environment)
  ).pipe(Layer.provide(Files.layer))
}
