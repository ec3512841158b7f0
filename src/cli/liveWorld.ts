/**
 * The layers that reach the world: models, servers, and the recorder that listens to both.
 */
import * as Layer from "effect/Layer"
import * as Commands from "../layers/live/command/commands.ts"
import * as LiveModel from "../layers/live/model.ts"
import * as LiveTools from "../layers/live/toolHub.ts"
import * as RecordedModel from "../layers/liveTools/cassettes.ts"
import * as Recorder from "../layers/record/cassettes.ts"
import { credentialsOf, secretsOf } from "../layers/record/secrets.ts"
import type { Folder } from "../layers/replay/Folder.ts"
import { UserCodes } from "../services/Driver.ts"
import type { CompiledSuite } from "./compileSuites.ts"
import type { Environment } from "./mode.ts"
import { connectionsOf, userCodesOf } from "./userCode.ts"
import { version } from "./version.ts"

/** Everything for real, and recorded. */
export const recording = (
  { project, suite, whole }: CompiledSuite,
  folder: Folder,
  environment: Environment,
  mode: "all" | "missing"
) => {
  const connections = connectionsOf(suite, whole, project.root)
  const secrets = secretsOf(environment, [...connections.values()].flat().map(credentialsOf))
  return Layer.mergeAll(
    Recorder.layer({ folder, mode, suite: suite.name, version, secrets }),
    LiveModel.layer(environment),
    LiveTools.layer(connections, environment),
    Commands.layer(environment, project.root),
    Layer.succeed(UserCodes, userCodesOf(suite, whole))
  )
}

/** The recorded model, the servers as they are today. */
export const liveTools = ({ project, suite, whole }: CompiledSuite, folder: Folder, environment: Environment) =>
  Layer.mergeAll(RecordedModel.layer(folder), LiveTools.layer(connectionsOf(suite, whole, project.root), environment))
