/**
 * The layers that reach the world: models, servers, and the recorder that listens to both.
 */
import * as Layer from "effect/Layer"
import type { Plan, Provider } from "../../domain/Plan.ts"
import * as Commands from "../../layers/live/command/commands.ts"
import * as LiveModel from "../../layers/live/model.ts"
import * as LiveTools from "../../layers/live/toolHub.ts"
import * as RecordedModel from "../../layers/liveTools/cassettes.ts"
import * as Files from "../../layers/platform/fileSystem.ts"
import * as Recorder from "../../layers/record/cassettes.ts"
import { credentialsOf, type Secrets, secretsOf } from "../../layers/record/secrets.ts"
import type { Folder } from "../../cassette/Folder.ts"
import { recordOf } from "../../providers/providers.ts"
import type { Connections } from "../../services/Connection.ts"
import { UserCodes } from "../../services/Driver.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import type { Environment } from "./mode.ts"
import { connectionsOf, userCodesOf } from "../suites/suiteCode.ts"
import { version } from "../version.ts"
import * as StrayErrors from "./strayErrors.ts"

/** Everything for real, and recorded. */
export const recording = (
  { project, suite, whole }: CompiledSuite,
  folder: Folder,
  environment: Environment,
  mode: "all" | "missing"
) => {
  const connections = connectionsOf(suite, whole, project.root)
  const secrets = secretsIn(environment, connections, whole)
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
export const liveTools = ({ project, suite, whole }: CompiledSuite, folder: Folder, environment: Environment) => {
  const connections = connectionsOf(suite, whole, project.root)
  return Layer.mergeAll(
    RecordedModel.layer(folder, secretsIn(environment, connections, whole)),
    LiveTools.layer(connections, environment)
  ).pipe(Layer.provide(Files.layer))
}

/** Of the user's environment, of what the suite reaches its servers with, and of the keys that its models name. */
const secretsIn = (environment: Environment, connections: Connections, { cells }: Plan): Secrets =>
  secretsOf(environment, [
    ...[...connections.values()].flat().map(credentialsOf),
    ...cells.map(({ provider }) => keyOf(provider, environment))
  ])

const keyOf = (provider: Provider, environment: Environment): Environment => {
  const name = recordOf(provider)?.address(provider, environment).keyName
  return name === undefined ? {} : { [name]: environment[name] }
}
